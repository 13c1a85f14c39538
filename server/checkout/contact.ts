import { emailErrors, tidyEmail } from "../customers/rules/email.ts";
import type { Db } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { type ChangedCheckout, type CheckoutContext, changeDetails } from "./change.ts";

/** The contact step: validates the email and stores it trimmed. */
export const setEmail = (db: Db, context: CheckoutContext, typed: string): Promise<Outcome<ChangedCheckout>> =>
  changeDetails(db, context, async () => {
    const email = tidyEmail(typed);
    const errors = emailErrors(email);
    if (errors.length > 0) return invalidFields(errors);
    return ok({ change: { email } });
  });
