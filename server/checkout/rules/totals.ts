import { allocate, type Cents } from "../../money.ts";
import { type BuyGet, buyGetDiscount } from "./buy-get.ts";
import { partOf } from "./part-of.ts";
import { type ShippingPromo, type ShippingRate, shippingFor } from "./shipping-rate.ts";

/** Price and quantity of one line; a gift has price 0. */
export type PricedUnits = {
  unitPrice: Cents;
  quantity: number;
  /** weight of one unit; absent: nothing */
  grams?: number;
  /** whether the promo includes it; absent: it does */
  promoted?: boolean;
  /** the category's tax rate if it differs from the place's; parts per million */
  taxPpm?: number | undefined;
};

/**
 * The effect of a promo code: whole percent or cents off the products, free shipping, or a discount
 * on some units if others are bought.
 */
type PromoEffect = ShippingPromo & {
  kind: "percent" | "amount" | "shipping" | "buy_get";
  amount: number;
  buyGet?: BuyGet | undefined;
};

export type Rates = {
  promo: PromoEffect | undefined;
  shipping: ShippingRate | undefined;
  taxPpm: number;
  /** absent: shipping is not taxed */
  shippingTaxPpm?: number;
};

/** `net` is unit price × quantity − discount. */
type LineTotals = { discount: Cents; net: Cents; tax: Cents };

/** `tax` is the tax of the lines plus `shippingTax`. */
export type Totals = {
  lines: LineTotals[];
  subtotal: Cents;
  discount: Cents;
  shipping: Cents;
  shippingTax: Cents;
  tax: Cents;
  total: Cents;
};

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((all, amount) => all + amount, 0);

/** The value before discounts; gifts add 0. */
export const merchandiseValue = (lines: readonly PricedUnits[]): Cents =>
  sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity));

/** The weight of all units, in grams. */
export const weightOf = (lines: readonly PricedUnits[]): number => sum(lines.map(({ grams = 0, quantity }) => grams * quantity));

function discountOn(promoted: readonly PricedUnits[], promo: PromoEffect | undefined): Cents {
  const value = merchandiseValue(promoted);
  if (promo?.kind === "percent") return Math.min(partOf(value, promo.amount, 100), value);
  if (promo?.kind === "amount") return Math.min(promo.amount, value);
  return promo?.kind === "buy_get" && promo.buyGet ? buyGetDiscount(promoted, promo.buyGet) : 0;
}

/**
 * All sums, exact to the cent. The discount is distributed over the promo's lines by largest
 * remainder. Tax is rounded half up for each line after discount, and for taxed shipping. `lines`
 * has the order of `units`.
 */
export function totalsOf(units: readonly PricedUnits[], rates: Rates): Totals {
  const subtotal = merchandiseValue(units);
  const isPromoted = ({ promoted = true }: PricedUnits) => promoted;
  const discount = discountOn(units.filter(isPromoted), rates.promo);
  const amounts = units.map(({ unitPrice, quantity }) => unitPrice * quantity);
  const discounts = allocate(
    discount,
    units.map((line) => (isPromoted(line) ? line.unitPrice * line.quantity : 0)),
  );
  const lines = amounts.map((amount, index) => {
    const net = amount - (discounts[index] ?? 0);
    return { discount: amount - net, net, tax: partOf(net, units[index]?.taxPpm ?? rates.taxPpm, 1_000_000) };
  });
  const parcel = { merchandise: subtotal - discount, grams: weightOf(units) };
  const shipping = shippingFor(parcel, rates.shipping, rates.promo);
  const shippingTax = partOf(shipping, rates.shippingTaxPpm ?? 0, 1_000_000);
  const tax = sum(lines.map((line) => line.tax)) + shippingTax;
  return { lines, subtotal, discount, shipping, shippingTax, tax, total: subtotal - discount + shipping + tax };
}
