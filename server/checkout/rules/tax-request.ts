import type { Cents } from "../../money.ts";
import type { Totals } from "./totals.ts";

/** What a tax service is asked: where the parcel goes, and what is in it. No name, no street, no email. */
export type TaxRequest = {
  currency: "USD";
  country: string;
  state: string;
  postalCode: string;
  lines: TaxLine[];
  /** after a promo */
  shippingCents: Cents;
};

/** `amountCents` is of all units, after discount. */
type TaxLine = { id: string; product: string; category: string; quantity: number; amountCents: Cents };

/** The tax of each line in the request's order, and of shipping; `ratesPpm` where the service names them. */
export type TaxAmounts = { lines: readonly Cents[]; shipping: Cents; ratesPpm?: readonly (number | null)[] };

/** What was answered for the request that `key` names, by the service or in its place by the table. */
export type TaxAnswer = TaxAmounts & {
  key: string;
  by: "service" | "table";
  /** the service's own name for its answer; empty where it has none */
  reference: string;
  at: number;
};

type Ordered = { slug: string; categorySlug: string; quantity: number };
type Place = { country: string; countryArea: string; postalCode: string };

/** Lines are named by their place in the order, so that the same cart makes the same request. */
export const taxRequestOf = (
  lines: readonly Ordered[],
  totals: Pick<Totals, "shipping"> & { lines: readonly { net: Cents }[] },
  { country, countryArea, postalCode }: Place,
): TaxRequest => ({
  ...{ currency: "USD", country, state: countryArea, postalCode },
  lines: lines.map(({ slug, categorySlug, quantity }, at) => ({
    ...{ id: String(at + 1), product: slug, category: categorySlug, quantity },
    amountCents: totals.lines[at]?.net ?? 0,
  })),
  shippingCents: totals.shipping,
});

/** The same sums with other taxes. */
export function withTaxes({ lines, tax: before, total, ...rest }: Totals, taxes: TaxAmounts): Totals {
  const taxed = lines.map((line, at) => ({ ...line, tax: taxes.lines[at] ?? 0 }));
  const tax = taxed.reduce((all, line) => all + line.tax, taxes.shipping);
  return { ...rest, lines: taxed, shippingTax: taxes.shipping, tax, total: total - before + tax };
}

const minute = 60_000;
/** How long an answer counts for the same request: what stood in for the service is soon asked again. */
const validFor = { service: 24 * 60 * minute, table: 15 * minute } as const;

/** Whether an answer still counts at `now`. */
export const isValidAt = ({ by, at }: Pick<TaxAnswer, "by" | "at">, now: number): boolean => Math.abs(now - at) < validFor[by];
