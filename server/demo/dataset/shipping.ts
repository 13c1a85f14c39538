import type { Cents } from "../../money.ts";

type DemoShippingMethod = {
  slug: string;
  name: string;
  description: string;
  countries: readonly ("US" | "CA")[];
  priceCents: Cents;
  /** free from this worth of goods */
  freeFromCents?: Cents;
  /** business days */
  days: readonly [from: number, to: number];
  /** minutes after midnight */
  cutoff: number;
};

export const shippingMethods: readonly DemoShippingMethod[] = [
  {
    slug: "standard",
    name: "Standard",
    description: "Tracked, by ground",
    countries: ["US", "CA"],
    priceCents: 595,
    freeFromCents: 7500,
    days: [5, 7],
    cutoff: 14 * 60,
  },
  {
    slug: "expedited",
    name: "Expedited",
    description: "Tracked, by air",
    countries: ["US", "CA"],
    priceCents: 1295,
    days: [2, 3],
    cutoff: 14 * 60,
  },
  {
    slug: "overnight",
    name: "Overnight",
    description: "For orders placed before noon",
    countries: ["US"],
    priceCents: 2995,
    days: [1, 1],
    cutoff: 12 * 60,
  },
  {
    slug: "canada-tracked",
    name: "Canada Tracked",
    description: "Tracked, duties included",
    countries: ["CA"],
    priceCents: 1495,
    days: [4, 8],
    cutoff: 14 * 60,
  },
];
