import { endEverySession } from "../../customers/devices.ts";
import { addNote, removeNote } from "../../customers/notes.ts";
import { customerSubject, type EventSource, recordSecurityEvent } from "../../customers/security-events.ts";
import type { Db } from "../../db/tables.ts";
import { transact, transactOutcome } from "../../db/transaction.ts";
import { notFound, type Outcome, ok, refuse } from "../../outcome.ts";
import { erasePerson, findPerson } from "../../personal-data/erase.ts";
import { exportPerson } from "../../personal-data/export.ts";
import type { RequestSource } from "../../web/request-source.ts";
import { type AuditSource, recordChange } from "../records/audit.ts";
import type { StaffCustomer } from "./customer.ts";

type Input = {
  db: Db;
  customer: StaffCustomer;
  /** the actor: `source` for the audit, `origin` for the account's own events */
  source: AuditSource;
  origin: RequestSource;
  now: number;
};

const eventSource = ({ source, origin }: Input): EventSource => ({
  actor: { kind: "staff", id: source.actor.replace(/^staff:/, "") },
  origin: { ...origin, address: "", agent: "" },
});

/** The audit names an account by its id and a guest by an order: it contains no email or name. */
const change = ({ customer }: Input, action: string) => ({ kind: "customer", id: customer.key, action });

const noAccount = refuse("not_found", "This customer has no account.");

/** Signs a customer out of all browsers, which then count as unknown. */
export async function signOutForStaff(input: Input): Promise<Outcome<object>> {
  const { db, customer, source, now } = input;
  const id = customer.account?.id;
  if (id === undefined) return noAccount;
  await transact(db, async (tx) => {
    await endEverySession(tx, id, eventSource(input), now);
    await recordChange(tx, source, change(input, "signed out everywhere"), now);
  });
  return ok({});
}

/** Exports all stored data of a customer, and records who did so. */
export async function exportForStaff(input: Input, publicUrl: string): Promise<Outcome<object>> {
  const { db, customer, source, now } = input;
  const person = customer.email === "" ? undefined : await findPerson(db, customer.email);
  if (!person) return notFound;
  const id = customer.account?.id;
  await transact(db, async (tx) => {
    const event = { kind: "data-exported" as const, source: eventSource(input) };
    if (id !== undefined) await recordSecurityEvent(tx, customerSubject(id), event, now);
    await recordChange(tx, source, change(input, "exported"), now);
  });
  return ok(await exportPerson(db, person, { publicUrl, now }));
}

const unconfirmed = refuse("unconfirmed", "Type the customer’s email to confirm that you mean them.");

/**
 * Erases a customer except what the books must keep. `confirmation` is the typed email, which
 * confirms the erasure.
 */
export async function eraseForStaff(input: Input, confirmation: string, dataDir: string): Promise<Outcome<object>> {
  const { db, customer, source, now } = input;
  if (customer.email === "") return notFound;
  if (confirmation.trim().toLowerCase() !== customer.email.toLowerCase()) return unconfirmed;
  const erased = await erasePerson(db, dataDir, { typed: customer.email, source: eventSource(input), now });
  if (!erased.ok) return erased;
  await transact(db, (tx) => recordChange(tx, source, change(input, "erased"), now));
  return ok({});
}

/** Adds or removes a note. The audit has only the note's id, since the note may be personal. */
export const noteForStaff = (input: Input, note: { add: string } | { remove: string }): Promise<Outcome<object>> => {
  const { db, customer, source, now } = input;
  const id = customer.account?.id;
  return transactOutcome<Outcome<object>>(db, async (tx) => {
    if (id === undefined) return noAccount;
    const noted =
      "add" in note
        ? await addNote(tx, { customerId: id, note: note.add, actor: source.actor }, now)
        : await removeNote(tx, id, note.remove);
    if (noted.ok) await recordChange(tx, source, change(input, "add" in note ? "note added" : "note removed"), now);
    return noted;
  });
};
