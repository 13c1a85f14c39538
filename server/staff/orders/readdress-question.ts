import { dollars } from "../../money.ts";
import type { ReaddressPreview } from "../../orders/readdress.ts";
import type { FormBody } from "../forms/body.ts";
import { addressForm } from "./address-view.ts";
import type { OrderConfirmation } from "./order-preview-page.ts";

/** The fields of a sent form that belong to the address. */
export const addressFieldsIn = (typed: FormBody): OrderConfirmation["fields"] =>
  Object.entries(typed).flatMap(([name, value]) => (Object.hasOwn(addressForm, name) ? [{ name, value: String(value) }] : []));

/** Asks to confirm a change of state, with the sums before and after it. */
export function readdressQuestion(preview: ReaddressPreview, payee: string, typed: FormBody): OrderConfirmation {
  const { before, after, shipping, tax, refund } = preview;
  const fall = (name: string, part: "tax" | "shipping" | "total") =>
    before[part] === after[part]
      ? `${name} stays ${dollars(after[part])}`
      : `${name} goes from ${dollars(before[part])} to ${dollars(after[part])}`;
  const sums = [fall("tax", "tax"), fall("shipping", "shipping"), fall("the total", "total")].join(", ");
  const less = shipping + tax > 0 ? `${dollars(shipping + tax)} less is charged to ${payee}.` : "Nothing is charged or refunded.";
  const money = refund > 0 ? `${dollars(refund)} goes back to ${payee}.` : less;
  return {
    words: `In another state, ${sums}. ${money} The reports count the sale for the new state, and the shopper gets an email with both addresses.`,
    button: refund > 0 ? `Change the address and refund ${dollars(refund)}` : "Change the address",
    fields: [
      ...addressFieldsIn(typed),
      { name: "shownShipping", value: String(shipping) },
      { name: "shownTax", value: String(tax) },
      { name: "shownRefund", value: String(refund) },
    ],
  };
}
