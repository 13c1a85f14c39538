import { shortageText } from "../../catalog/rules/shortage.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";

/** The most units of one line. */
export const maxPerLine = 99;
export const maxPerLineText = `You can have up to ${maxPerLine} of one item.`;
/** The most lines of one checkout: far more than a cart needs, and few enough for small pages. */
export const maxLines = 100;

/** Adds `by` to a line's quantity, up to 99. Refuses more than the stock. */
export function increaseQuantity(quantity: number, by: number, stock: number): Outcome<number> {
  const newQuantity = Math.min(quantity + by, maxPerLine);
  return newQuantity > stock ? refuse("out_of_stock", shortageText(stock)) : ok(newQuantity);
}

/** Subtracts `by` from a line's quantity; at 0 the line is removed. */
export const decreaseQuantity = (quantity: number, by: number): number => Math.max(0, quantity - by);
