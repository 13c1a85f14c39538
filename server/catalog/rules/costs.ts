import { type Cents, dollars } from "../../money.ts";

/**
 * The cost price of each variant, by the variant's id; null if it is not known. Costs are no fields
 * of a variant, since only people who see reports may see them.
 */
export type ProductCosts = { costs: Readonly<Record<string, Cents | null>> };

/** The name of the column with the costs in a file. */
export const costHeader = "Cost per item";

/** A cost in words. */
export const costWords = (cost: Cents | null | undefined): string =>
  cost === null || cost === undefined ? "none" : dollars(cost);

/** The margin in words, such as `$6.00, 60%`; a dash without a cost. */
export function marginWords(price: Cents, cost: Cents | null | undefined): string {
  if (cost === null || cost === undefined) return "–";
  const margin = price - cost;
  const sum = `${margin < 0 ? "−" : ""}${dollars(Math.abs(margin))}`;
  return price === 0 ? sum : `${sum}, ${Math.round((100 * margin) / price)}%`.replace(", -", ", −");
}
