import type { Address } from "../customers/rules/address-fields.ts";
import type { Row, Tx } from "../db/tables.ts";
import { allocate, type Cents, dollars } from "../money.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import type { FindForbidden } from "./find-forbidden.ts";
import { type LineProgress, readLineProgress } from "./line-progress.ts";
import { findReaddressLines } from "./queries/readdress.ts";
import { partsLeft } from "./request-refund.ts";
import { cheaperEntries, type Entry, shippingLeft } from "./rules/ledger.ts";
import { shippingSold } from "./shipping-sold.ts";

/** The remaining units of a line, and what they cost after discounts and before tax, in cents. */
export type LineThere = { lineId: string; variantId: string; units: number; net: Cents };

/** The shipping and the taxes of an order's lines at an address, in cents. */
export type PricesThere = {
  shipping: Cents;
  shippingTax: Cents;
  shippingTaxPpm: number;
  /** in the order of the given lines */
  lines: readonly { tax: Cents; taxPpm: number }[];
};

type OrderThere = { checkoutId: string; method: string; lines: readonly LineThere[]; address: Address };

/**
 * Prices an order's remaining lines at an address by the rules of the checkout. The caller passes
 * this function, since orders may not import from checkout.
 */
export type FindPricesThere = (tx: Tx, order: OrderThere, now: number) => Promise<Outcome<PricesThere>>;

export type FindFall = { findForbidden: FindForbidden; findPricesThere: FindPricesThere };

/** What an order costs less in another state, in cents; `tax` includes `shippingTax`. */
export type Fall = {
  shipping: Cents;
  tax: Cents;
  shippingTax: Cents;
  shippingTaxPpm: number;
  /** the price of shipping there and its tax, of which a part may be refunded */
  there: { shipping: Cents; shippingTax: Cents };
  /** what the tax of each line falls by, and its rate there */
  lines: readonly { lineId: string; tax: Cents; taxPpm: number }[];
};

/** The ledger entries that book what an order costs less. */
export const fallEntries = ({ shipping, tax }: Fall): Entry[] => cheaperEntries({ shipping, tax });

const refundedAlready = refuse(
  "exceeds_order",
  "More of the payment was refunded than this would leave to pay: cancel the order instead.",
);

/**
 * Plans what a locked order costs less at an address. Refuses an address where its products may not
 * be sold, or where the tax of a line, the shipping, or the tax on shipping would be higher.
 */
export async function planFall(
  tx: Tx,
  order: Row<"orders">,
  { address, now, findForbidden, findPricesThere }: FindFall & { address: Address; now: number },
): Promise<Outcome<Fall>> {
  const progress = await readLineProgress(tx, order.id);
  const going = progress.filter(({ kept }) => kept > 0).map(({ line }) => line.variant_id);
  const forbidden = await findForbidden(tx, going, address);
  if (forbidden.length > 0) return invalidFields(forbidden);
  const lines = progress.map(({ line: { id, variant_id }, unrefunded: { units, net } }) => ({
    ...{ lineId: id, variantId: variant_id, units, net },
  }));
  const there = await findPricesThere(tx, { checkoutId: order.checkout_id, method: order.shipping_method, lines, address }, now);
  if (!there.ok) return there;
  const shippingFall = await fallOfShipping(tx, order, there.value);
  const fallsOfLines = await fallOfLines(tx, progress, there.value);
  const dearerParts = [...shippingFall.dearer, ...fallsOfLines.flatMap((line) => line.dearer)];
  if (dearerParts.length > 0) return costsMore(dearerParts);
  const lineFalls = fallsOfLines.map(({ fall }) => fall);
  const shippingTax = shippingFall.tax;
  const tax = lineFalls.reduce((sum, line) => sum + line.tax, shippingTax);
  const parts = await partsLeft(tx, order.id);
  if (tax > parts.tax || shippingFall.shipping > parts.shipping) return refundedAlready;
  const { shippingTaxPpm } = there.value;
  return ok({ shipping: shippingFall.shipping, tax, shippingTax, shippingTaxPpm, there: there.value, lines: lineFalls });
}

const dearer = (what: string, there: Cents, here: Cents): string => `${what} is ${dollars(there)} instead of ${dollars(here)}`;

/** The amounts by which shipping and its tax fall, and which of these would rise, in words. */
async function fallOfShipping(tx: Tx, order: Row<"orders">, { shipping, shippingTax }: PricesThere) {
  const sold = await shippingSold(tx, order);
  // After a partial refund of shipping, the rest falls by as much as it exceeds the new price.
  const left = shippingLeft(sold, await partsLeft(tx, order.id));
  const charged = Math.min(shipping, left.shipping);
  const [tax = 0] = allocate(shippingTax, [charged, shipping - charged]);
  // The tax of a part is rounded, so at the same rate it may be a cent off.
  const isRateHigher = tax > left.tax && shippingTax * sold.shipping > sold.shipping_tax * shipping;
  const [thereTax, hereTax] = shippingTax > sold.shipping_tax ? [shippingTax, sold.shipping_tax] : [tax, left.tax];
  return {
    shipping: left.shipping - charged,
    tax: Math.max(0, left.tax - tax),
    dearer: [
      ...(shipping > sold.shipping ? [dearer("shipping", shipping, sold.shipping)] : []),
      ...(shippingTax > sold.shipping_tax || isRateHigher ? [dearer("tax on shipping", thereTax, hereTax)] : []),
    ],
  };
}

/** The amount by which each line's tax falls, and which would rise, in words. */
async function fallOfLines(tx: Tx, progress: readonly LineProgress[], there: PricesThere) {
  const earlier = await findReaddressLines(tx, progress[0]?.line.order_id ?? "");
  return progress.map(({ line, name, unrefunded }, at) => {
    const { tax, taxPpm } = there.lines[at] ?? { tax: 0, taxPpm: 0 };
    const ppm = earlier.findLast(({ line_id }) => line_id === line.id)?.tax_ppm ?? line.tax_ppm;
    // Rounding the tax of units taken out can make the rest a cent less, even at the same rate.
    const rises = tax > unrefunded.tax && (ppm === null || taxPpm > ppm);
    const fall = { lineId: line.id, tax: Math.max(0, unrefunded.tax - tax), taxPpm };
    return { fall, dearer: rises ? [dearer(`tax on “${name}”`, tax, unrefunded.tax)] : [] };
  });
}

function costsMore(parts: readonly string[]) {
  const words = new Intl.ListFormat("en-US").format(parts);
  const message = `There, ${words}. No part of an order may cost more than before: cancel the order, and begin a phone order with the new address.`;
  return invalidFields([{ field: "countryArea", message }]);
}
