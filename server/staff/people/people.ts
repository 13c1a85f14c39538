import { createOneTimeToken, revokeOneTimeTokens } from "../../customers/one-time-tokens.ts";
import { emailErrors, normaliseEmail, tidyEmail } from "../../customers/rules/email.ts";
import type { Subject } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact, transactOutcome } from "../../db/transaction.ts";
import { removeFactors } from "../../identity/factors/remove.ts";
import { newId } from "../../ids.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { invalidFields, notFound, type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import { deleteViewsOfStaff } from "../lists/queries/saved-views.ts";
import { type AuditSource, recordChange } from "../records/audit.ts";
import { deleteSessionsOfStaff } from "../sign-in/queries/sessions.ts";
import {
  countOwners,
  findAllStaff,
  findStaffByEmail,
  findStaffRow,
  insertStaff,
  lockStaff,
  markRemoved,
  markSignedOut,
  type StaffRow,
  updateStaff,
} from "./queries/people.ts";
import { findRole, listRoles, refuseBeyond } from "./roles.ts";

/** How long a link to set a password is valid, in ms. The link works once. */
export const joinLinkLife = 3_600_000;

export const staffSubject = (id: string): Subject => ({ kind: "staff", id });

/** `role` is the role's id, and `roleName` its name. */
export type Person = Pick<StaffRow, "id" | "email" | "name" | "role"> & { roleName: string; hasJoined: boolean };

const personOf = ({ id, email, name, role, password_hash }: StaffRow, roleName = "no role"): Person => ({
  id,
  email,
  name,
  role,
  roleName,
  hasJoined: password_hash !== null,
});

const namedPerson = async (reader: Db | Tx, row: StaffRow): Promise<Person> =>
  personOf(row, (await findRole(reader, row.role))?.name);

/** All members of the staff, by email. */
export async function listPeople(db: Db): Promise<Person[]> {
  const names = new Map((await listRoles(db)).map(({ id, name }) => [id, name]));
  return (await findAllStaff(db)).map((row) => personOf(row, names.get(row.role)));
}

/** A member of the staff, or undefined. */
export async function findPerson(reader: Db | Tx, id: string): Promise<Person | undefined> {
  const row = await findStaffRow(reader, id);
  return row && (await namedPerson(reader, row));
}

/**
 * The way the link is delivered: by an email to the new person, or printed by the owner's command.
 */
type LinkBy = "mail" | "command";

const noRole = invalidFields([{ field: "role", message: "Choose one of the roles." }]);

/**
 * Refuses to change a person who may do more than the actor. If the person's role no longer exists,
 * it allows nothing.
 */
async function refuseChangeOf(tx: Tx, source: AuditSource, { role }: StaffRow): Promise<Refusal | undefined> {
  return await refuseBeyond(tx, source, (await findRole(tx, role))?.permissions ?? []);
}

/** Refuses to give a role that allows more than the actor may do. */
async function refuseGiving(tx: Tx, source: AuditSource, id: string): Promise<Refusal | undefined> {
  const role = await findRole(tx, id);
  return role ? await refuseBeyond(tx, source, role.permissions) : noRole;
}

const taken = invalidFields([{ field: "email", message: "Somebody with this email is here already." }]);

/**
 * Adds a person, who sets their password by a link. Refuses a role that allows more than the actor
 * may do.
 */
export async function addPerson(
  db: Db,
  { email, role, linkBy }: { email: string; role: string; linkBy: LinkBy },
  source: AuditSource,
  now: number,
): Promise<Outcome<Person>> {
  const errors = emailErrors(tidyEmail(email));
  if (errors.length > 0) return invalidFields(errors);
  const normalised = normaliseEmail(email);
  return await transactOutcome<Outcome<Person>>(db, async (tx) => {
    await lockStaff(tx);
    if (await findStaffByEmail(tx, normalised)) return taken;
    const refusal = await refuseGiving(tx, source, role);
    if (refusal) return refusal;
    const id = newId();
    await insertStaff(tx, { id, email: normalised, role, password_hash: null, created_at: now });
    await recordChange(tx, source, { kind: "person", id, action: "added", after: { email: normalised, role } }, now);
    if (linkBy === "mail") await enqueueLink(tx, id, now);
    const roleName = (await findRole(tx, role))?.name ?? role;
    return ok({ id, email: normalised, name: "", role, roleName, hasJoined: false });
  });
}

const enqueueLink = (tx: Tx, staffId: string, now: number): Promise<void> =>
  enqueue(tx, { kind: "staff-link-mail", subject: newId(), payload: { staffId } }, now);

/**
 * Creates the token of a link for setting a password: it works once, within an hour. Earlier links
 * become invalid.
 */
export const createJoinToken = (db: Db, id: string, now: number): Promise<string> =>
  transact(db, async (tx) => {
    await revokeOneTimeTokens(tx, "staff", id, now);
    return await createOneTimeToken(tx, { kind: "staff", subject: id, lifetime: joinLinkLife }, now);
  });

/**
 * Mails or prints another link for a person who has lost the first link, the password, or the
 * second step. Ends their sessions; with `resetSteps` also removes the app, its codes, and the
 * passkeys.
 */
export const renewLink = (
  db: Db,
  { id, resetSteps, linkBy }: { id: string; resetSteps: boolean; linkBy: LinkBy },
  source: AuditSource,
  now: number,
): Promise<Outcome<Person>> =>
  transactOutcome<Outcome<Person>>(db, async (tx) => {
    const row = await findStaffRow(tx, id);
    if (!row) return notFound;
    const refusal = await refuseChangeOf(tx, source, row);
    if (refusal) return refusal;
    if (resetSteps) {
      await removeFactors(tx, staffSubject(id));
      await deleteSessionsOfStaff(tx, id);
    }
    await recordChange(tx, source, { kind: "person", id, action: resetSteps ? "access reset" : "link renewed" }, now);
    if (linkBy === "mail") await enqueueLink(tx, id, now);
    return ok(await namedPerson(tx, row));
  });

/** Ends all sessions of these people at once; their ways to sign in stay. */
export const signOutPeople = (db: Db, ids: readonly string[], source: AuditSource, now: number): Promise<void> =>
  transact(db, async (tx) => {
    await lockStaff(tx);
    for (const id of ids) {
      await markSignedOut(tx, id, now);
      await deleteSessionsOfStaff(tx, id);
      await recordChange(tx, source, { kind: "person", id, action: "signed out" }, now);
    }
  });

const lastOwner = refuse("forbidden", "There must be one owner at least. Make somebody else an owner first.");

/** The fields of a person that can be changed; `role` is its id. */
export type PersonFields = { name: string; role: string };

/** Reads the fields of a person that can be changed, and locks everybody's row. */
export async function lockPerson(tx: Tx, id: string): Promise<PersonFields | undefined> {
  await lockStaff(tx);
  const row = await findStaffRow(tx, id);
  return row && { name: row.name, role: row.role };
}

/** Changes a person's name and role. Both change at once in all their sessions. */
export async function changePerson(
  tx: Tx,
  id: string,
  fields: PersonFields,
  _now: number,
  source: AuditSource,
): Promise<Outcome<Person>> {
  const row = await findStaffRow(tx, id);
  if (!row) return notFound;
  const refusal = (await refuseChangeOf(tx, source, row)) ?? (await refuseGiving(tx, source, fields.role));
  if (refusal) return refusal;
  if (row.role === "owner" && fields.role !== "owner" && (await countOwners(tx)) === 1) return lastOwner;
  await updateStaff(tx, id, fields);
  return ok(await namedPerson(tx, { ...row, ...fields }));
}

/** Removes a person: ends their sessions and prevents new ones. Histories still name the person. */
export const removePerson = (db: Db, id: string, source: AuditSource, now: number): Promise<Outcome<Person>> =>
  transactOutcome<Outcome<Person>>(db, async (tx) => {
    await lockStaff(tx);
    const row = await findStaffRow(tx, id);
    if (!row) return notFound;
    const refusal = await refuseChangeOf(tx, source, row);
    if (refusal) return refusal;
    if (row.role === "owner" && (await countOwners(tx)) === 1) return lastOwner;
    await markRemoved(tx, id, now);
    await deleteSessionsOfStaff(tx, id);
    await deleteViewsOfStaff(tx, id);
    await removeFactors(tx, staffSubject(id));
    await revokeOneTimeTokens(tx, "staff", id, now);
    const { email, role } = row;
    await recordChange(tx, source, { kind: "person", id, action: "removed", before: { email, role } }, now);
    return ok(await namedPerson(tx, row));
  });

/** A member of the staff by a normalised email. */
export async function personByEmail(db: Db, email: string): Promise<Person | undefined> {
  const row = await findStaffByEmail(db, normaliseEmail(email));
  return row && (await namedPerson(db, row));
}
