import { createHash, randomBytes } from "node:crypto";
import type { Db, Tx } from "./tables.ts";

/** 7 days, in ms (acceptance 191). */
export const sessionLife = 7 * 24 * 3600 * 1000;

/** What the database knows a session by. */
export const sessionHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The customer of a session token that is alive, or undefined; a disabled customer has none, nor has a demo one where `demo` is false. */
export async function findSession(
  db: Db,
  token: string,
  { now, demo }: { now: number; demo: boolean },
): Promise<{ customerId: string; tokenHash: string } | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const tokenHash = sessionHash(token);
  const row = await db
    .selectFrom("session")
    .innerJoin("customer", "customer.id", "session.customer_id")
    .select("session.customer_id")
    .where("session.token_hash", "=", tokenHash)
    .where("session.expires_at", ">", now)
    .where("customer.disabled_at", "is", null)
    .$if(!demo, (query) => query.where("customer.demo", "=", 0))
    .executeTakeFirst();
  return row && { customerId: row.customer_id, tokenHash };
}

/** Starts a session of 7 days and returns its token, which only the customer's cookie keeps (acceptance 191). */
export async function startSession(tx: Tx, customerId: string, agent: string, now: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const row = {
    token_hash: sessionHash(token),
    customer_id: customerId,
    created_at: now,
    expires_at: now + sessionLife,
    agent: agent.slice(0, 200),
  };
  await tx.insertInto("session").values(row).execute();
  return token;
}

/** Ends one session: its cookie is worth nothing from then on. */
export async function endSession(tx: Db | Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom("session").where("token_hash", "=", tokenHash).execute();
}

/**
 * Ends all sessions of a customer, also those that are about to be: a sign-in that began before is worth nothing (identity/verify.ts). The
 * customer's row is locked by this, so that none begins between the two.
 */
export async function endSessions(tx: Tx, customerId: string, now: number): Promise<void> {
  await tx.updateTable("customer").set({ signed_out_at: now }).where("id", "=", customerId).execute();
  await tx.deleteFrom("session").where("customer_id", "=", customerId).execute();
}

export type KnownSession = { tokenHash: string; agent: string; createdAt: number; expiresAt: number };

/** A customer's living sessions, the newest first. */
export async function listSessions(reader: Db | Tx, customerId: string, now: number): Promise<KnownSession[]> {
  return await reader
    .selectFrom("session")
    .select(["token_hash as tokenHash", "agent", "created_at as createdAt", "expires_at as expiresAt"])
    .where("customer_id", "=", customerId)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .execute();
}

/** Names one session to its customer; nothing can be done with it but end that session. */
export const sessionId = (tokenHash: string): string => sessionHash(`id:${tokenHash}`).slice(0, 32);

/** Ends the session of this id, if it is a living one of this customer; tells whether it was. */
export async function endSessionOf(tx: Tx, customerId: string, id: string, now: number): Promise<boolean> {
  const found = (await listSessions(tx, customerId, now)).find(({ tokenHash }) => sessionId(tokenHash) === id);
  if (found) await endSession(tx, found.tokenHash);
  return found !== undefined;
}

/** Forgets sessions that ended before `before` (ms). */
export async function forgetSessions(tx: Db | Tx, before: number): Promise<void> {
  await tx.deleteFrom("session").where("expires_at", "<", before).execute();
}
