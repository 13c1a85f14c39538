import { emailErrors, tidyEmail } from "../customers/rules/email.ts";
import type { Db } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { type CheckoutContext, changeCheckout, type WholeCheckout } from "./change.ts";
import { updateCheckout } from "./queries/checkouts.ts";

/** The contact step: validates the email and stores it trimmed. */
export const setEmail = (db: Db, context: CheckoutContext, typed: string): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const email = tidyEmail(typed);
    const errors = emailErrors(email);
    if (errors.length > 0) return invalidFields(errors);
    await updateCheckout(tx, id, { email }, context.now);
    return ok(undefined);
  });
