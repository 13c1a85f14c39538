import type { Tx } from "../db/tables.ts";
import type { CheckoutRow } from "./find.ts";
import { findAddress } from "./queries/checkouts.ts";
import { findLines } from "./queries/lines.ts";

/** The products, and the products with their place and method, as texts to compare. */
type Agreement = { goods: string; delivery: string };

const changed = "The price that you agreed with the store was for the order as it was. The usual prices apply now.";

/** The agreement on a checkout's prices by the staff; undefined if the staff set no price. */
export async function agreementOf(tx: Tx, { id, adjustment, shippingMethodId }: CheckoutRow): Promise<Agreement | undefined> {
  if (!adjustment) return undefined;
  const units = (await findLines(tx, id)).filter(({ gift }) => !gift).map(({ variantId, quantity }) => [variantId, quantity]);
  const goods = JSON.stringify(units.sort());
  const { country, countryArea, postalCode } = (await findAddress(tx, id, "shipping")) ?? {};
  return { goods, delivery: JSON.stringify([goods, country, countryArea, postalCode, shippingMethodId]) };
}

/**
 * The checkout after a change by the shopper. A staff discount ends when the products change. A
 * staff shipping price also ends when the place or the method changes.
 */
export async function withAgreedPrices(tx: Tx, before: Agreement | undefined, checkout: CheckoutRow): Promise<CheckoutRow> {
  const after = before && (await agreementOf(tx, checkout));
  if (!after || after.delivery === before.delivery) return checkout;
  const discount = after.goods === before.goods ? checkout.adjustment?.discount : undefined;
  const isSame = checkout.adjustment?.shipping === undefined && discount !== undefined;
  return isSame ? checkout : { ...checkout, adjustment: discount && { discount }, notice: changed };
}
