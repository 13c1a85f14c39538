import type { Tx } from "../db/tables.ts";
import { type CheckoutRow, findCheckoutRow, setOrderNote } from "./queries/checkouts.ts";
import { joinedNotes } from "./rules/order-note.ts";

/** Appends the notes of emptied checkouts to the target's note, in order. */
export async function moveNotes(tx: Tx, from: readonly Pick<CheckoutRow, "orderNote">[], targetId: string): Promise<void> {
  const own = (await findCheckoutRow(tx, targetId))?.orderNote ?? "";
  const joined = from.reduce((note, { orderNote }) => joinedNotes(note, orderNote), own);
  if (joined !== own) await setOrderNote(tx, targetId, joined);
}
