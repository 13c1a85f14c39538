import type { Cents } from "../../money.ts";
import type { Totals } from "./totals.ts";

/** The request to a tax service: destination and contents, without name, street or email. */
export type TaxRequest = {
  currency: "USD";
  country: string;
  state: string;
  postalCode: string;
  lines: TaxLine[];
  /** after a promo's discount */
  shippingCents: Cents;
};

/** `amountCents` is for all units, after discount. */
type TaxLine = { id: string; product: string; category: string; quantity: number; amountCents: Cents };

/**
 * The taxes of the lines, in the request's order, and of shipping; `ratesPpm` if the service gives
 * them.
 */
export type TaxAmounts = { lines: readonly Cents[]; shipping: Cents; ratesPpm?: readonly (number | null)[] };

/** The answer to the request named by `key`, from the service, or from the table in its place. */
export type TaxAnswer = TaxAmounts & {
  key: string;
  by: "service" | "table";
  /** the service's name for its answer; empty if it has none */
  reference: string;
  at: number;
};

type TaxableLine = { slug: string; categorySlug: string; quantity: number };
type Place = { country: string; countryArea: string; postalCode: string };

/**
 * Builds the request. Lines are named by their position, so that the same cart makes the same
 * request.
 */
export const taxRequestOf = (
  lines: readonly TaxableLine[],
  totals: Pick<Totals, "shipping"> & { lines: readonly { net: Cents }[] },
  { country, countryArea, postalCode }: Place,
): TaxRequest => ({
  currency: "USD",
  country,
  state: countryArea,
  postalCode,
  lines: lines.map(({ slug, categorySlug, quantity }, at) => ({
    id: String(at + 1),
    product: slug,
    category: categorySlug,
    quantity,
    amountCents: totals.lines[at]?.net ?? 0,
  })),
  shippingCents: totals.shipping,
});

/** The sums with their taxes replaced by `taxes`. */
export function withTaxes({ lines, tax: before, total, ...rest }: Totals, taxes: TaxAmounts): Totals {
  const taxed = lines.map((line, at) => ({ ...line, tax: taxes.lines[at] ?? 0 }));
  const tax = taxed.reduce((all, line) => all + line.tax, taxes.shipping);
  return { ...rest, lines: taxed, shippingTax: taxes.shipping, tax, total: total - before + tax };
}

const minute = 60_000;
/**
 * How long an answer is valid for the same request. After the table's answer the service is soon
 * asked again.
 */
const validFor = { service: 24 * 60 * minute, table: 15 * minute } as const;

/** Whether an answer still counts at `now`. */
export const isValidAt = ({ by, at }: Pick<TaxAnswer, "by" | "at">, now: number): boolean => Math.abs(now - at) < validFor[by];
