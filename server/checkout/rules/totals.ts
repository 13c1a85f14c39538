import { allocate, type Cents } from "../../money.ts";

/** Price and quantity of one line; a gift has price 0. */
export type PricedUnits = { unitPrice: Cents; quantity: number };

/** The effect of a promo code: whole percent or cents off the products, or free shipping. */
type PromoEffect = { kind: "percent" | "amount" | "shipping"; amount: number };

/** `freeFrom` is compared with the products' value after discount. */
type ShippingRate = { price: Cents; freeFrom: Cents | undefined };

export type Rates = { promo: PromoEffect | undefined; shipping: ShippingRate | undefined; taxPpm: number };

/** `net` is unit price × quantity − discount. */
type LineTotals = { discount: Cents; net: Cents; tax: Cents };

export type Totals = { lines: LineTotals[]; subtotal: Cents; discount: Cents; shipping: Cents; tax: Cents; total: Cents };

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((all, amount) => all + amount, 0);

/**
 * `amount × parts / whole`, rounded half up. In big integers, since the product may exceed the safe
 * range.
 */
const partOf = (amount: Cents, parts: number, whole: number): Cents =>
  Number((BigInt(amount) * BigInt(parts) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));

/** Before discounts; gifts add 0. */
export const merchandiseValue = (lines: readonly PricedUnits[]): Cents =>
  sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity));

function discountOn(subtotal: Cents, promo: PromoEffect | undefined): Cents {
  if (!promo || promo.kind === "shipping") return 0;
  const wanted = promo.kind === "percent" ? partOf(subtotal, promo.amount, 100) : promo.amount;
  return Math.min(wanted, subtotal);
}

/** The price of a method for this value of products, after discount. */
export function shippingFor(
  merchandise: Cents,
  method: ShippingRate | undefined,
  promo: Pick<PromoEffect, "kind"> | undefined,
): Cents {
  if (!method || promo?.kind === "shipping") return 0;
  return method.freeFrom !== undefined && merchandise >= method.freeFrom ? 0 : method.price;
}

/**
 * All sums, exact to the cent: the discount is distributed over the lines by largest remainder, the
 * tax is rounded half up for each line after discount, and shipping is not taxed (decisions §7).
 * `lines` has the order of `units`.
 */
export function totalsOf(units: readonly PricedUnits[], rates: Rates): Totals {
  const subtotal = merchandiseValue(units);
  const discount = discountOn(subtotal, rates.promo);
  const amounts = units.map(({ unitPrice, quantity }) => unitPrice * quantity);
  const discounts = allocate(discount, amounts);
  const lines = amounts.map((amount, index) => {
    const net = amount - (discounts[index] ?? 0);
    return { discount: amount - net, net, tax: partOf(net, rates.taxPpm, 1_000_000) };
  });
  const shipping = shippingFor(subtotal - discount, rates.shipping, rates.promo);
  const tax = sum(lines.map((line) => line.tax));
  return { lines, subtotal, discount, shipping, tax, total: subtotal - discount + shipping + tax };
}
