import { emailErrors, tidyEmail } from "../customers/rules/email.ts";
import { slipErrors } from "../customers/rules/email-slip.ts";
import type { Db } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { type ChangedCheckout, type CheckoutContext, changeDetails } from "./change.ts";

/**
 * The input of the contact step. Only forms send `askedEmail`. It is the address about which the
 * form has asked the shopper before; it is empty if the form has not asked.
 */
type ContactStep = { email: string; askedEmail?: string };

/**
 * The contact step: validates the email and stores it in plain form. A form asks the shopper once
 * about a likely typing error.
 */
export const setEmail = (db: Db, context: CheckoutContext, step: ContactStep): Promise<Outcome<ChangedCheckout>> =>
  changeDetails(db, context, async () => {
    const email = tidyEmail(step.email);
    const invalid = emailErrors(email);
    const isAsked = step.askedEmail !== undefined && tidyEmail(step.askedEmail) !== email;
    const errors = invalid.length === 0 && isAsked ? slipErrors(email) : invalid;
    if (errors.length > 0) return invalidFields(errors);
    return ok({ change: { email } });
  });
