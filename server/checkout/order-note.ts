import type { Db, Tx } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { visibleLines } from "../plain-text.ts";
import { type ChangedCheckout, type CheckoutContext, changeDetails } from "./change.ts";
import type { CheckoutRow } from "./find.ts";
import { findCheckoutRow, setOrderNote } from "./queries/checkouts.ts";
import { joinedNotes, longestOrderNote } from "./rules/order-note.ts";

const tooLong = [{ field: "orderNote", message: `A note can have up to ${longestOrderNote} characters. Shorten it.` }];

/** Stores what is visible of the note with the order; an empty one removes it. */
export const setNote = (db: Db, context: CheckoutContext, typed: string): Promise<Outcome<ChangedCheckout>> =>
  changeDetails(db, context, async () => {
    const orderNote = visibleLines(typed);
    return orderNote.length > longestOrderNote ? invalidFields(tooLong) : ok({ change: { orderNote } });
  });

/** The notes of checkouts whose lines were moved into another go with them, the last one's last. */
export async function moveNotes(tx: Tx, from: readonly Pick<CheckoutRow, "orderNote">[], targetId: string): Promise<void> {
  const own = (await findCheckoutRow(tx, targetId))?.orderNote ?? "";
  const joined = from.reduce((note, { orderNote }) => joinedNotes(note, orderNote), own);
  if (joined !== own) await setOrderNote(tx, targetId, joined);
}
