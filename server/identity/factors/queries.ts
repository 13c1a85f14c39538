import type { Subject } from "../../customers/security-events.ts";
import { deleteBefore } from "../../db/batches.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type TotpRow = Row<"totp">;
export type PendingRow = Row<"pending_sign_in">;

export const subjectColumns = ({ kind, id }: Subject) => ({ subject_kind: kind, subject_id: id });

/** An account's authenticator app, whether confirmed or not. */
export const findTotp = (reader: Db | Tx, { kind, id }: Subject): Promise<TotpRow | undefined> =>
  reader.selectFrom("totp").selectAll().where("subject_kind", "=", kind).where("subject_id", "=", id).executeTakeFirst();

/** Stores an app and replaces an unconfirmed one; false if an app is in use. */
export async function putTotp(tx: Tx, row: NewRow<"totp">): Promise<boolean> {
  const { secret, created_at } = row;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("totp")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["subject_kind", "subject_id"])
        .doUpdateSet({ secret, created_at, last_step: 0 })
        .where("totp.confirmed_at", "is", null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Marks the code of one step (a period of 30 seconds) as used; false if the code of that step or of
 * a later one was used before.
 */
export async function consumeStep(tx: Tx, { kind, id }: Subject, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("totp")
    .set({ last_step: step })
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function confirmTotpRow(tx: Tx, { kind, id }: Subject, now: number): Promise<void> {
  await tx.updateTable("totp").set({ confirmed_at: now }).where("subject_kind", "=", kind).where("subject_id", "=", id).execute();
}

/**
 * The next `count` authenticator apps that follow this subject's app in the order of their
 * subjects.
 */
export const totpsAfter = (db: Db, { kind, id }: Subject, count: number): Promise<TotpRow[]> =>
  db
    .selectFrom("totp")
    .selectAll()
    .where((eb) => eb(eb.refTuple("subject_kind", "subject_id"), ">", eb.tuple(kind, id)))
    .orderBy("subject_kind")
    .orderBy("subject_id")
    .limit(count)
    .execute();

/** Replaces a sealed secret, unless the app was set up again meanwhile. */
export async function replaceSealed(
  db: Db,
  { subject_kind, subject_id, secret: former }: TotpRow,
  secret: string,
): Promise<void> {
  await db
    .updateTable("totp")
    .set({ secret })
    .where("subject_kind", "=", subject_kind)
    .where("subject_id", "=", subject_id)
    .where("secret", "=", former)
    .execute();
}

/**
 * Deletes an app and its recovery codes, if it was set up since `since` (ms); true if there was
 * one.
 */
export async function deleteTotp(tx: Tx, { kind, id }: Subject, since = 0): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("totp")
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("created_at", ">=", since)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await deleteRecoveryCodes(tx, { kind, id });
  if (kind === "customer") await deleteTotpRemoval(tx, id);
  return true;
}

/**
 * When the removal of a customer's app was requested (ms); undefined if there is none, or if ending
 * all sessions has stopped it.
 */
export async function findTotpRemoval(reader: Db | Tx, customerId: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom("totp_removal")
    .innerJoin("customer", "customer.id", "totp_removal.customer_id")
    .select("requested_at")
    .where("customer_id", "=", customerId)
    .whereRef("requested_at", ">=", "customer.signed_out_at")
    .executeTakeFirst();
  return row?.requested_at;
}

/** Stores a removal in place of a stopped one; the caller has locked the account. */
export async function putTotpRemoval(tx: Tx, customerId: string, now: number): Promise<void> {
  await deleteTotpRemoval(tx, customerId);
  await tx.insertInto("totp_removal").values({ customer_id: customerId, requested_at: now }).execute();
}

/** Deletes a removal; true if there was one. With `requestedAt` (ms) a later removal stays. */
export async function deleteTotpRemoval(tx: Tx, customerId: string, requestedAt?: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("totp_removal")
    .where("customer_id", "=", customerId)
    .$if(requestedAt !== undefined, (query) => query.where("requested_at", "=", requestedAt ?? 0))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the passkeys added since `since` (ms). */
export async function deletePasskeys(tx: Tx, { kind, id }: Subject, since = 0): Promise<void> {
  const owned = tx.deleteFrom("passkey").where("subject_kind", "=", kind).where("subject_id", "=", id);
  await owned.where("created_at", ">=", since).execute();
  await tx.deleteFrom("passkey_challenge").where("subject", "=", id).execute();
}

/** Deletes all passkeys except these; returns the names of the deleted ones. */
export async function deletePasskeysBut(tx: Tx, { kind, id }: Subject, keptIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom("passkey")
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .$if(keptIds.length > 0, (query) => query.where("id", "not in", keptIds))
    .returning("name")
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes an account's sign-ins that wait for their second step. */
export async function deletePendingOf(tx: Tx, { kind, id }: Subject): Promise<void> {
  await tx.deleteFrom("pending_sign_in").where("subject_kind", "=", kind).where("subject_id", "=", id).execute();
}

const deleteRecoveryCodes = (tx: Tx, { kind, id }: Subject) =>
  tx.deleteFrom("recovery_code").where("subject_kind", "=", kind).where("subject_id", "=", id).execute();

/** Replaces all earlier recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, subject: Subject, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(tx, subject);
  const rows = hashes.map((hash) => ({ ...subjectColumns(subject), hash, used_at: null }));
  await tx.insertInto("recovery_code").values(rows).execute();
}

/** Uses a recovery code; true for the one caller that uses it. */
export async function consumeRecoveryCode(tx: Tx, { kind, id }: Subject, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counts the recovery codes that are left. */
export async function countRecoveryCodes(reader: Db | Tx, { kind, id }: Subject): Promise<number> {
  const { count } = await reader
    .selectFrom("recovery_code")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores a pending sign-in in place of this browser's earlier one. */
export async function putPending(tx: Tx, row: NewRow<"pending_sign_in">): Promise<void> {
  await deletePending(tx, row.visitor);
  await tx.insertInto("pending_sign_in").values(row).execute();
}

export const findPendingSignIn = (reader: Db | Tx, visitor: string, now: number): Promise<PendingRow | undefined> =>
  reader
    .selectFrom("pending_sign_in")
    .selectAll()
    .where("visitor", "=", visitor)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Counts a guess before it is checked; false after `most` guesses. */
export async function countGuess(tx: Tx, visitor: string, most: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("pending_sign_in")
    .set(({ eb }) => ({ tries: eb("tries", "+", 1) }))
    .where("visitor", "=", visitor)
    .where("tries", "<", most)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a pending sign-in; true for the one caller that ends it. */
export async function deletePending(tx: Tx, visitor: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("pending_sign_in").where("visitor", "=", visitor).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the sign-ins whose wait for a second step ended before `before` (ms). */
export const deleteExpiredPending = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "pending_sign_in", by: "expires_at" }, before);
