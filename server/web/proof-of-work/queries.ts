import { deleteBefore } from "../../db/batches.ts";
import type { Db, Tx } from "../../db/tables.ts";

/** Marks a nonce as used; true for its first use in any process. */
export async function consumeChallenge(db: Db | Tx, nonce: string, expiresAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("spent_challenge")
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("nonce").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether a nonce was used. */
export const isConsumed = async (db: Db, nonce: string): Promise<boolean> =>
  (await db.selectFrom("spent_challenge").select("nonce").where("nonce", "=", nonce).executeTakeFirst()) !== undefined;

/** Deletes used challenges that have expired, since their solutions are refused anyway. */
export const deleteChallenges = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "spent_challenge", by: "expires_at" }, before);
