import { stateRules } from "../catalog/states.ts";
import { findVariants } from "../catalog/variants.ts";
import { deleteVisitorsAddress, saveAddress } from "../customers/checkout-addresses.ts";
import { addressErrors, areaMismatch, tidyAddress } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import { otherAreas } from "../customers/rules/postal-areas.ts";
import type { Db, Tx } from "../db/tables.ts";
import { type FieldError, invalidFields, type Outcome, ok } from "../outcome.ts";
import { type CheckoutContext, changeCheckout, type WholeCheckout } from "./change.ts";
import type { CheckoutRow } from "./find.ts";
import type { PricedLine } from "./price-checkout.ts";
import { type CheckoutChange, putAddress } from "./queries/checkouts.ts";
import { findMethods, findReach } from "./queries/prices.ts";
import { reachErrors } from "./rules/reach.ts";
import { stateErrors } from "./rules/ready.ts";

/** The values of a line that the rules of states need. */
type SoldLine = Parameters<typeof stateErrors>[0][number];

type ShippingStep = {
  shippingAddress: Address;
  saveForLater: boolean;
  /** the shopper confirms a postal code that does not fit the state */
  acceptPostalCode?: boolean;
};

/**
 * The shipping step: stores the address, unless nothing ships there, its state forbids a product,
 * or its postal code is of another state and was not accepted.
 */
export const setShipping = (db: Db, context: CheckoutContext, step: ShippingStep): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, checkout) => {
    const address = tidyAddress(step.shippingAddress);
    const errors = addressErrors(address);
    if (errors.length > 0) return invalidFields(errors);
    const unreached = await unreachedErrors(tx, address);
    if (unreached.length > 0) return invalidFields(unreached);
    await putAddress(tx, checkout.id, "shipping", address);
    const change: CheckoutChange = { saveForLater: step.saveForLater };
    change.shippingMethodId = await methodThere(tx, checkout, address);
    const { visitor } = context;
    if (step.saveForLater) await saveAddress(tx, visitor, address, context.now);
    else await deleteVisitorsAddress(tx, visitor);
    const misplaced = step.acceptPostalCode ? [] : areaMismatch(address);
    return ok({ change, check: ({ priced }) => checkPlace(tx, priced.lines, address, misplaced) });
  });

/**
 * Refuses with the first kind of error that applies. First, the state of the address forbids a
 * product. Second, the postal code belongs to another state, and the shopper has not confirmed it.
 * Third, another state of the postal code forbids a product.
 */
async function checkPlace(
  tx: Tx,
  lines: readonly PricedLine[],
  address: Address,
  misplaced: FieldError[],
): Promise<Outcome<undefined>> {
  const forbidden = await forbiddenThere(tx, lines, address);
  const atCode = await forbiddenAtCode(tx, lines, address);
  const errors = [forbidden, misplaced, atCode].find((list) => list.length > 0);
  return errors ? invalidFields(errors) : ok(undefined);
}

/** Products that the address's state forbids. Checked here and again when the payment starts. */
export const forbiddenThere = async (tx: Tx, lines: readonly SoldLine[], address: Address): Promise<FieldError[]> =>
  stateErrors(lines, address, await stateRules(tx, { country: address.country, area: address.countryArea }));

/**
 * Errors of the field for the postal code: products that are forbidden in other states to which the
 * postal code may belong.
 */
export async function forbiddenAtCode(tx: Tx, lines: readonly SoldLine[], address: Address): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const countryArea of otherAreas(address))
    for (const { message } of await forbiddenThere(tx, lines, { ...address, countryArea }))
      errors.push({ field: "postalCode", message });
  return errors;
}

/** Errors if no method ships to the address. */
async function unreachedErrors(tx: Tx, address: Address): Promise<FieldError[]> {
  const methods = await findMethods(tx, { country: address.country, area: address.countryArea });
  return methods.length > 0 ? [] : reachErrors(await findReach(tx), address);
}

type MethodChoice = Pick<CheckoutRow, "shippingMethodId" | "takenBy">;

/**
 * The method chosen for an earlier address if it is available for this one. Otherwise a phone order
 * gets the only available method; a shopper chooses it.
 */
export async function methodThere(
  tx: Tx,
  { shippingMethodId, takenBy }: MethodChoice,
  { country, countryArea: area }: Address,
): Promise<string | undefined> {
  const ids = (await findMethods(tx, { country, area })).map(({ id }) => id);
  if (shippingMethodId !== undefined && ids.includes(shippingMethodId)) return shippingMethodId;
  return takenBy !== undefined && ids.length === 1 ? ids[0] : undefined;
}

/** The errors of an address to which the rules of its state or postal code forbid an order. */
export async function forbiddenFor(tx: Tx, variantIds: readonly string[], address: Address): Promise<FieldError[]> {
  const lines = await findVariants(tx, variantIds);
  return [...(await forbiddenThere(tx, lines, address)), ...(await forbiddenAtCode(tx, lines, address))];
}

/** The errors of an address to which nothing ships, or to which these variants may not be sold. */
export const soldToErrors = async (tx: Tx, variantIds: readonly string[], address: Address): Promise<FieldError[]> => [
  ...(await unreachedErrors(tx, address)),
  ...(await forbiddenFor(tx, variantIds, address)),
];
