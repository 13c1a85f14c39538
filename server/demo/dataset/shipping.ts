import type { Cents } from "../../money.ts";

type DemoShippingMethod = {
  slug: string;
  name: string;
  description: string;
  countries: readonly ("US" | "CA")[];
  priceCents: Cents;
  /** free from this worth of goods */
  freeFromCents?: Cents;
};

export const shippingMethods: readonly DemoShippingMethod[] = [
  {
    slug: "standard",
    name: "Standard",
    description: "5 to 7 working days",
    countries: ["US", "CA"],
    priceCents: 595,
    freeFromCents: 7500,
  },
  { slug: "expedited", name: "Expedited", description: "2 to 3 working days", countries: ["US", "CA"], priceCents: 1295 },
  {
    slug: "overnight",
    name: "Overnight",
    description: "next working day when ordered before noon",
    countries: ["US"],
    priceCents: 2995,
  },
  {
    slug: "canada-tracked",
    name: "Canada Tracked",
    description: "4 to 8 working days, duties included",
    countries: ["CA"],
    priceCents: 1495,
  },
];
