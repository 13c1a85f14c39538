import { stateRules } from "../catalog/states.ts";
import { deleteVisitorsAddress, saveAddress } from "../customers/checkout-addresses.ts";
import { type Address, addressErrors, tidyAddress } from "../customers/rules/address.ts";
import type { Db, Tx } from "../db/tables.ts";
import { type FieldError, invalidFields, type Outcome, ok } from "../outcome.ts";
import { type CheckoutContext, changeCheckout, type WholeCheckout } from "./change.ts";
import type { CheckoutRow } from "./find.ts";
import { type CheckoutChange, putAddress, updateCheckout } from "./queries/checkouts.ts";
import { findMethods } from "./queries/prices.ts";
import { stateErrors } from "./rules/ready.ts";
import { type PricedLine, priceCheckout } from "./totals.ts";

type ShippingStep = { shippingAddress: Address; saveForLater: boolean };

/** The shipping step: stores the address, unless its state forbids a product (decisions §7). */
export const setShipping = (db: Db, context: CheckoutContext, step: ShippingStep): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, checkout) => {
    const address = tidyAddress(step.shippingAddress);
    const errors = addressErrors(address);
    if (errors.length > 0) return invalidFields(errors);
    const { lines } = await priceCheckout(tx, checkout, context.now);
    const forbidden = await forbiddenThere(tx, lines, address);
    if (forbidden.length > 0) return invalidFields(forbidden);
    await putAddress(tx, checkout.id, "shipping", address);
    const change: CheckoutChange = { save_for_later: step.saveForLater ? 1 : 0 };
    if (!(await reaches(tx, checkout, address))) change.shipping_method_id = null;
    await updateCheckout(tx, checkout.id, change, context.now);
    const { visitor } = context;
    if (step.saveForLater) await saveAddress(tx, visitor, address, context.now);
    else await deleteVisitorsAddress(tx, visitor);
    return ok(undefined);
  });

/** Products that the address's state forbids; checked here and again when the payment starts. */
export const forbiddenThere = async (tx: Tx, lines: readonly PricedLine[], address: Address): Promise<FieldError[]> =>
  stateErrors(lines, address, await stateRules(tx, { country: address.country, area: address.countryArea }));

/** Whether the method that was chosen for an earlier address is available for this one. */
async function reaches(tx: Tx, { shippingMethodId }: CheckoutRow, { country }: Address): Promise<boolean> {
  if (shippingMethodId === undefined) return true;
  return (await findMethods(tx, country)).some(({ id }) => id === shippingMethodId);
}
