import { plainText } from "../../plain-text.ts";

/** The order number that a shopper typed, also as emails write it: "Order 1001", "#1001". */
export function orderNumber(text: string): number | undefined {
  const [, digits] = /^(?:order|no\.?|number)?\s*(?:#\s*)?(\d{1,12})$/i.exec(plainText(text)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
