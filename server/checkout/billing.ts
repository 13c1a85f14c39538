import { type Address, addressErrors, sameAddress, tidyAddress } from "../customers/rules/address.ts";
import type { Db } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { type CheckoutContext, changeCheckout, type WholeCheckout } from "./change.ts";
import { findAddress, putAddress, updateCheckout } from "./queries/checkouts.ts";

/** `undefined` = the shipping address. */
export type BillingChoice = Address | undefined;

/**
 * The billing step: an address of its own, or the shipping address, by choice or because both are
 * exactly equal (acceptance 87–89).
 */
export const setBilling = (db: Db, context: CheckoutContext, choice: BillingChoice): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const billing = choice && tidyAddress(choice);
    const errors = billing ? addressErrors(billing) : [];
    if (errors.length > 0) return invalidFields(errors);
    const shipping = await findAddress(tx, id, "shipping");
    const same = !billing || (shipping !== undefined && sameAddress(billing, shipping));
    if (billing && !same) await putAddress(tx, id, "billing", billing);
    await updateCheckout(tx, id, { same_as_shipping: same ? 1 : 0 }, context.now);
    return ok(undefined);
  });
