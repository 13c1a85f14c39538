import { createHash, randomBytes } from "node:crypto";
import type { Db, Tx } from "./tables.ts";

const week = 7 * 24 * 3600 * 1000;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** The customer of a session token that is alive, or undefined; a disabled customer has none. */
export async function findSession(
  db: Db,
  token: string,
  now: number,
): Promise<{ customerId: string; tokenHash: string } | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const tokenHash = hashOf(token);
  const row = await db
    .selectFrom("session")
    .innerJoin("customer", "customer.id", "session.customer_id")
    .select("session.customer_id")
    .where("session.token_hash", "=", tokenHash)
    .where("session.expires_at", ">", now)
    .where("customer.disabled_at", "is", null)
    .executeTakeFirst();
  return row && { customerId: row.customer_id, tokenHash };
}

/** Starts a session of 7 days and returns its token, which only the customer's cookie keeps (acceptance 191). */
export async function startSession(tx: Tx, customerId: string, agent: string, now: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const row = {
    token_hash: hashOf(token),
    customer_id: customerId,
    created_at: now,
    expires_at: now + week,
    agent: agent.slice(0, 200),
  };
  await tx.insertInto("session").values(row).execute();
  return token;
}
