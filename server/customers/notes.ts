import type { Db, Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { type CustomerNote, deleteNote, findNotes, insertNote } from "./queries/notes.ts";
import { lockCustomer } from "./queries.ts";

export type { CustomerNote };

/** Characters of a note. */
export const longestNote = 2000;
/** The same note by the same person so soon is the same note; ms. */
const doublePress = 60_000;
/** Of one customer. */
const most = 200;

const full = refuse("limit_reached", `There are ${most} notes already. Remove one first.`);

/** What the staff note about a customer, the latest first; the customer never sees it, but in an export. */
export const listNotes = (reader: Db | Tx, customerId: string): Promise<CustomerNote[]> => findNotes(reader, customerId);

const words = (message: string) => invalidFields([{ field: "note", message }]);

/** Adds a note in the caller's transaction. Refuses one that is empty or too long. */
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
  // A second press of the button.
  if (latest?.note === text && latest.actor === actor && now - latest.at < doublePress) return ok({ id: latest.id });
  if (notes.length >= most) return full;
  const id = newId();
  await insertNote(tx, { id, customer_id: customerId, note: text, actor, at: now });
  return ok({ id });
}

/** Removes a note in the caller's transaction. */
export const removeNote = async (tx: Tx, customerId: string, id: string): Promise<Outcome<{ id: string }>> =>
  (await deleteNote(tx, customerId, id)) ? ok({ id }) : notFound;
