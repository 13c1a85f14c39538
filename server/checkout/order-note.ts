import type { Db } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { visibleLines } from "../plain-text.ts";
import { type ChangedCheckout, type CheckoutContext, changeDetails } from "./change.ts";
import { longestOrderNote } from "./rules/order-note.ts";

const tooLong = [{ field: "orderNote", message: `A note can have up to ${longestOrderNote} characters. Shorten it.` }];

/** Stores the visible text of the shopper's note; an empty text removes the note. */
export const setNote = (db: Db, context: CheckoutContext, text: string): Promise<Outcome<ChangedCheckout>> =>
  changeDetails(db, context, async () => {
    const orderNote = visibleLines(text);
    return orderNote.length > longestOrderNote ? invalidFields(tooLong) : ok({ change: { orderNote } });
  });
