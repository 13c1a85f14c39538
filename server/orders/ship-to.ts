import { toAddress, toColumns } from "../customers/address-columns.ts";
import { addressErrors, areaMismatch, sameAddress, tidyAddress } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newRowId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { type FieldError, invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { acceptAddressRequest } from "./address-request.ts";
import type { FindForbidden } from "./find-forbidden.ts";
import { readLineProgress } from "./line-progress.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { updateAddress } from "./queries/contact.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findOrderAddresses } from "./queries.ts";
import type { Actor } from "./rules/actor.ts";
import { addressChangeNote } from "./rules/address-change-note.ts";
import { notCancelable } from "./rules/state.ts";
import { refuseOutdated } from "./seen.ts";

type ShipToChange = {
  orderId: string;
  address: Address;
  /** somebody has confirmed a postal code outside the state */
  acceptPostalCode: boolean;
  /** whether a tax service decides, which may ask for another tax at another postal code */
  isTaxByCode: boolean;
  seen: number;
  actor: Actor;
  findForbidden: FindForbidden;
};

const elsewhere =
  "Tax, shipping, and what may be sold depend on the state, so this order can’t go to another state. Cancel the order and begin a phone order with the new address.";
const otherCode =
  "The tax service works tax out by the ZIP code, so this order can’t go to another ZIP code. Cancel the order and begin a phone order with the new address.";

/**
 * Changes the shipping address of an unshipped order within its state, where neither tax nor the
 * price of shipping can differ. Emails the former and the new address to the shopper.
 */
export const changeShipTo = (db: Db, change: ShipToChange, now: number): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const { orderId, seen, actor } = change;
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    if (order.state !== "placed" || order.shipment_count > 0) return refuse("order_closed", notCancelable(order.state));
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    const former = (await findOrderAddresses(tx, orderId)).filter(({ kind }) => kind === "shipping").map(toAddress)[0];
    const address = tidyAddress(change.address);
    if (!former) return ok({});
    if (sameAddress(former, address)) {
      await acceptAddressRequest(tx, orderId, now);
      return ok({});
    }
    const errors = await errorsOf(tx, former, { ...change, address });
    if (errors.length > 0) return invalidFields(errors);
    await updateAddress(tx, orderId, "shipping", toColumns(address));
    await acceptAddressRequest(tx, orderId, now);
    const id = newRowId();
    const note = addressChangeNote(former, address);
    await insertOrderEvent(tx, orderId, { id, kind: "address changed", note, actor }, now);
    await enqueue(tx, { kind: "address-changed-mail", subject: id, payload: { orderId } }, now);
    return ok({});
  });

/** The first kind of error that applies. */
async function errorsOf(tx: Tx, former: Address, change: ShipToChange): Promise<FieldError[]> {
  const { orderId, address, acceptPostalCode, isTaxByCode, findForbidden } = change;
  const wrong = addressErrors(address);
  if (wrong.length > 0) return wrong;
  const going = (await readLineProgress(tx, orderId)).filter(({ kept }) => kept > 0);
  const forbidden = await findForbidden(
    tx,
    going.map(({ line }) => line.variant_id),
    address,
  );
  if (forbidden.length > 0) return forbidden;
  if (address.country !== former.country || address.countryArea !== former.countryArea)
    return [{ field: "countryArea", message: elsewhere }];
  if (isTaxByCode && address.postalCode !== former.postalCode) return [{ field: "postalCode", message: otherCode }];
  return acceptPostalCode ? [] : areaMismatch(address);
}
