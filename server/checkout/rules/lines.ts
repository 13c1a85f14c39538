import { shortageText } from "../../catalog/rules/shortage.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";

/** The most units of one line. */
export const maxPerLine = 99;
export const maxPerLineText = `You can have up to ${maxPerLine} of one item.`;
/** The most lines of one checkout: far more than a cart needs, and few enough for small pages. */
export const maxLines = 100;

/** The quantity of a line plus `by`, which stops at 99. Refuses more than the stock. */
export function increaseQuantity(quantity: number, by: number, stock: number): Outcome<number> {
  const newQuantity = Math.min(quantity + by, maxPerLine);
  return newQuantity > stock ? refuse("out_of_stock", shortageText(stock)) : ok(newQuantity);
}

/** The quantity of a line less `by`; 0 removes it. */
export const decreaseQuantity = (quantity: number, by: number): number => Math.max(0, quantity - by);
