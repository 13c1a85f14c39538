import { z } from "zod";
import { readPages } from "./load-pages.ts";
import { readProducts } from "./read-products.ts";
import { readTable } from "./read-table.ts";

const categoryRow = z.object({ slug: z.string(), name: z.string(), intro: z.string() });

const stateRuleRow = z.object({
  country: z.enum(["US", "CA"]),
  area: z.string(),
  category: z.string().optional(),
  product: z.string().optional(),
});

/** A promo code; its days count from the day on which the demo shop is loaded. */
const promoRow = z.object({
  code: z.string(),
  kind: z.enum(["percent", "amount", "shipping"]),
  /** a whole percentage, or cents */
  amount: z.coerce.number(),
  minimumCents: z.coerce.number().optional(),
  usageLimit: z.coerce.number().optional(),
  startsDaysAgo: z.coerce.number(),
  /** negative for a promo code that has ended */
  endsInDays: z.coerce.number(),
});

const shippingMethodRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  countries: z.string(),
  /** cents */
  price: z.coerce.number(),
  /** the value of the goods, in cents, from which shipping is free */
  free_from: z.coerce.number().nullable().default(null),
  /** business days */
  days_from: z.coerce.number(),
  days_to: z.coerce.number(),
  /** minutes after midnight */
  cutoff: z.coerce.number(),
});

/** General sales tax, in parts per million of the price; areas without such a tax are left out. */
const taxRateRow = z.object({ country: z.enum(["US", "CA"]), area: z.string(), rate_ppm: z.coerce.number() });

/** Reads shipping methods and tax rates; a shop without a shipping method can sell nothing. */
export const readOffer = async () => ({
  shippingMethods: await readTable("shipping-methods.csv", shippingMethodRow),
  taxRates: await readTable("tax-rates.csv", taxRateRow),
});

/** Reads the demo shop's other content, which is only loaded into an empty shop. */
export async function readDataset() {
  const categories = await readTable("categories.csv", categoryRow);
  return {
    categories,
    products: await readProducts(categories.map(({ slug }) => slug)),
    stateRules: await readTable("state-rules.csv", stateRuleRow),
    promos: await readTable("promos.csv", promoRow),
    pages: await readPages(),
  };
}

export type Offer = Awaited<ReturnType<typeof readOffer>>;
export type Dataset = Awaited<ReturnType<typeof readDataset>>;
