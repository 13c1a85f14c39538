import { pricesThere } from "../../checkout/prices-there.ts";
import { forbiddenFor, soldToErrors } from "../../checkout/shipping.ts";
import { tidyAddress } from "../../customers/rules/address.ts";
import type { Address } from "../../customers/rules/address-fields.ts";
import { isDisputed } from "../../orders/disputes.ts";
import { previewReaddress, type ReaddressPreview, type ReaddressSums, readdressOrder } from "../../orders/readdress.ts";
import type { OrderRecord } from "../../orders/record.ts";
import type { Actor } from "../../orders/rules/actor.ts";
import { sumChanged } from "../../orders/seen.ts";
import { changeShipTo } from "../../orders/ship-to.ts";
import { type Outcome, type Refusal, refuse } from "../../outcome.ts";
import { refuseUncompared } from "../../payments/restored.ts";
import type { Shop } from "../../shop.ts";
import { may, type Permissions } from "../people/rules/permissions.ts";

type AddressChange = {
  address: Address;
  acceptPostalCode: boolean;
  seen: number;
  /** the sums that the page showed, to which the staff agreed; undefined before that */
  shown: ReaddressSums | undefined;
  staff: { permissions: Permissions };
  actor: Actor;
};

/** `readdress`: the preview of a change of state to which the staff have to agree first */
export type AddressOutcome = Outcome<object> & { readdress?: ReaddressPreview };

const unconfirmed = refuse("unconfirmed", "Send the sums that you agree to: data holds them.");
const takesRefunds = refuse(
  "forbidden",
  "Another state changes tax and shipping. Only staff who may refund can make this change.",
);
const disputed = refuse(
  "order_closed",
  "This payment is disputed at the bank, which may take the money back: the order stays in its state. Refund or cancel on its page.",
);

/**
 * Changes an order's shipping address. A change of state without `shown` writes nothing and returns
 * the sums to agree to. With a tax service, an order cannot change its state.
 */
export async function changeAddress(shop: Shop, { order }: OrderRecord, change: AddressChange): Promise<AddressOutcome> {
  const { db, now, tax, failpoint } = shop;
  const { shown, staff, address, acceptPostalCode, seen, actor } = change;
  const { country, countryArea } = tidyAddress(address);
  const isInState = country === order.shippingAddress.country && countryArea === order.shippingAddress.countryArea;
  const same = { orderId: order.id, address, acceptPostalCode, seen };
  if (isInState || tax) {
    const input = { ...same, isTaxByCode: tax !== undefined, actor, findForbidden: forbiddenFor };
    return await changeShipTo(db, input, now());
  }
  if (!may(staff, "orders:refund")) return takesRefunds;
  if (await isDisputed(db, order.id)) return disputed;
  const wish = { ...same, findForbidden: soldToErrors, findPricesThere: pricesThere };
  const withPreview = async (refusal: Refusal): Promise<AddressOutcome> => {
    const preview = await previewReaddress(db, wish, now());
    return preview.ok ? { ...refusal, data: preview.value, readdress: preview.value } : preview;
  };
  if (!shown) return await withPreview(unconfirmed);
  const done = (await refuseUncompared(db)) ?? (await readdressOrder(db, { ...wish, actor, shown, failpoint }, now()));
  return done === sumChanged ? await withPreview(sumChanged) : done;
}
