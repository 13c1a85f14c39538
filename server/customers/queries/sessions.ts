import { deleteBefore } from "../../db/batches.ts";
import type { Db, NewRow, Tx } from "../../db/tables.ts";

export type OpenSession = {
  customerId: string;
  /** the browser to which the session was issued */
  visitor: string;
  /** when the customer last proved their identity; ms */
  authenticatedAt: number;
};

/**
 * The customer of a session that has not ended. Undefined for a disabled customer, and for a demo
 * customer if `demo` is false.
 */
export const findOpenSession = (
  db: Db,
  tokenHash: string,
  { now, demo }: { now: number; demo: boolean },
): Promise<OpenSession | undefined> =>
  db
    .selectFrom("session")
    .innerJoin("customer", "customer.id", "session.customer_id")
    .select(["session.customer_id as customerId", "session.visitor", "session.authenticated_at as authenticatedAt"])
    .where("session.token_hash", "=", tokenHash)
    .where("session.expires_at", ">", now)
    .where("customer.disabled_at", "is", null)
    .$if(!demo, (query) => query.where("customer.demo", "=", 0))
    .executeTakeFirst();

/** The row has the token's hash, never the token. */
export async function insertSession(tx: Tx, row: NewRow<"session">): Promise<void> {
  await tx.insertInto("session").values(row).execute();
}

export async function updateSessionDevice(tx: Tx, tokenHash: string, device: string): Promise<void> {
  await tx.updateTable("session").set({ device }).where("token_hash", "=", tokenHash).execute();
}

/**
 * Gives a session another token, and records a proof of the customer's identity at `now`; false if
 * the session has ended meanwhile.
 */
export async function replaceSessionToken(
  tx: Tx,
  { customerId, from, to }: { customerId: string; from: string; to: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("session")
    .set({ token_hash: to, authenticated_at: now })
    .where("token_hash", "=", from)
    .where("customer_id", "=", customerId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a session; an unknown hash changes nothing. */
export async function deleteSession(tx: Db | Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom("session").where("token_hash", "=", tokenHash).execute();
}

/**
 * Deletes a customer's sessions. The customer's row is changed first: its lock prevents a new
 * session before the deletion.
 */
export async function deleteSessionsOf(tx: Tx, customerId: string, now: number): Promise<void> {
  await tx.updateTable("customer").set({ signed_out_at: now }).where("id", "=", customerId).execute();
  await tx.deleteFrom("session").where("customer_id", "=", customerId).execute();
}

export type SessionRow = {
  tokenHash: string;
  agent: string;
  createdAt: number;
  expiresAt: number;
  /** the hash of the known device that signed in */
  device: string | null;
};

/** A customer's unexpired sessions, the latest first. */
export const findSessions = (reader: Db | Tx, customerId: string, now: number): Promise<SessionRow[]> =>
  reader
    .selectFrom("session")
    .select(["token_hash as tokenHash", "agent", "created_at as createdAt", "expires_at as expiresAt", "device"])
    .where("customer_id", "=", customerId)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .execute();

/** Deletes sessions that expired before `before` (ms). */
export const deleteExpiredSessions = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "session", by: "expires_at" }, before);
