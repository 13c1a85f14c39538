import type { Db } from "../db/tables.ts";
import { type FieldError, invalidFields, type Outcome, ok } from "../outcome.ts";
import { type ChangedCheckout, type CheckoutContext, changeDetails } from "./change.ts";
import { findAddress } from "./queries/checkouts.ts";
import { findMethods } from "./queries/prices.ts";

const choose: FieldError = { field: "shippingMethodId", message: "Choose a shipping method." };
const addressFirst: FieldError = { field: "shippingMethodId", message: "Enter the shipping address first." };

/** The shipping method step: stores one of the methods that ship to the address. */
export const setMethod = (db: Db, context: CheckoutContext, methodId: string): Promise<Outcome<ChangedCheckout>> =>
  changeDetails(db, context, async (tx, checkout) => {
    const address = await findAddress(tx, checkout.id, "shipping");
    if (!address) return invalidFields([addressFirst]);
    const offered = await findMethods(tx, { country: address.country, area: address.countryArea });
    if (!offered.some(({ id }) => id === methodId)) return invalidFields([choose]);
    return ok({ change: { shippingMethodId: methodId } });
  });
