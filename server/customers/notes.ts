import type { Db, Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { type CustomerNote, deleteNote, findNotes, insertNote } from "./queries/notes.ts";
import { lockCustomer } from "./queries.ts";

export type { CustomerNote };

/** The most characters of a note. */
export const longestNote = 2000;
/**
 * An equal note by the same person within this time, in ms, counts as a second press of the button.
 */
const doublePress = 60_000;
/** The most notes of one customer. */
const most = 200;

const full = refuse("limit_reached", `There are ${most} notes already. Remove one first.`);

/**
 * The staff's notes about a customer, the latest first; the customer sees them only in an export.
 */
export const listNotes = (reader: Db | Tx, customerId: string): Promise<CustomerNote[]> => findNotes(reader, customerId);

const words = (message: string) => invalidFields([{ field: "note", message }]);

/** Adds a note in the caller's transaction. Refuses an empty or a too long note. */
export async function addNote(
  tx: Tx,
  { customerId, note, actor }: { customerId: string; note: string; actor: string },
  now: number,
): Promise<Outcome<{ id: string }>> {
  const text = note.trim();
  if (text === "") return words("Write the note first.");
  if (text.length > longestNote) return words(`Notes have up to ${longestNote} characters; this one has ${text.length}.`);
  await lockCustomer(tx, customerId);
  const notes = await findNotes(tx, customerId);
  const [latest] = notes;
  // The button was pressed a second time.
  if (latest?.note === text && latest.actor === actor && now - latest.at < doublePress) return ok({ id: latest.id });
  if (notes.length >= most) return full;
  const id = newId();
  await insertNote(tx, { id, customer_id: customerId, note: text, actor, at: now });
  return ok({ id });
}

/** Removes a note in the caller's transaction. */
export const removeNote = async (tx: Tx, customerId: string, id: string): Promise<Outcome<{ id: string }>> =>
  (await deleteNote(tx, customerId, id)) ? ok({ id }) : notFound;
