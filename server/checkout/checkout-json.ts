import { toAmount, toMoney } from "../money.ts";
import type { LineAnswer } from "./calls.ts";
import type { WholeCheckout } from "./change.ts";
import type { PricedCheckout, PricedLine } from "./price-checkout.ts";

const gross = (cents: number) => ({ gross: { amount: toAmount(cents) } });

/** A line as every answer and page shows it; `amount` is the line's total gross. */
export const lineOf = (line: PricedLine): LineAnswer => ({
  id: line.lineId,
  variant: { id: line.variantId, name: line.variantName },
  product: { name: line.productName, slug: line.slug },
  picture: line.picture,
  backdropColour: line.backdropColour,
  quantity: line.quantity,
  gift: line.gift,
  left: line.active ? Math.max(0, line.left) : 0,
  amount: toAmount(line.net + line.tax),
  unitPrice: gross(line.unitPrice),
  totalPrice: { ...gross(line.net + line.tax), net: { amount: toAmount(line.net) } },
});

/** A checkout as JSON (requirements 65, 66). A completed checkout has only an id and a state. */
export function checkoutOf({ checkout, priced, shipping, billing }: WholeCheckout) {
  const { id, state } = checkout;
  if (state === "completed") return { id, state };
  const { method } = priced;
  return {
    id,
    state,
    email: checkout.email,
    lines: priced.lines.map(lineOf),
    shippingAddress: shipping ?? null,
    billingAddress: (checkout.sameAsShipping ? shipping : billing) ?? null,
    shippingMethod: method ? { id: method.id, name: method.name, price: toMoney(priced.shipping) } : null,
    promoCode: priced.typedCode ?? null,
    orderNote: checkout.orderNote,
    totalPrice: gross(priced.total),
    ...((priced.notice ?? checkout.notice) && { notice: priced.notice ?? checkout.notice }),
  };
}

/**
 * The specification's Checkout for a page of another origin: its lines, without the shopper's data.
 */
export function checkoutWithoutPerson(whole: WholeCheckout) {
  const checkout = checkoutOf(whole);
  return "email" in checkout ? { ...checkout, email: "", orderNote: "", shippingAddress: null, billingAddress: null } : checkout;
}

/**
 * Every money value with its currency, and the name of the promo that applies, or the reason of the
 * staff's discount.
 */
export const totalsOf = ({ subtotal, discount, shipping, tax, total, promo, promoNote, adjustment }: PricedCheckout) => ({
  subtotal: toMoney(subtotal),
  discount: toMoney(discount),
  shipping: toMoney(shipping),
  tax: toMoney(tax),
  total: toMoney(total),
  ...((promo || adjustment?.discount) && { promo: promo?.label ?? adjustment?.discount?.reason }),
  ...(promoNote && { promoNote }),
});
