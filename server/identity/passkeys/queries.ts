import type { Subject } from "../../customers/security-events.ts";
import { deleteBefore } from "../../db/batches.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type PasskeyRow = Row<"passkey">;

/** An account's passkeys of one relying party, the oldest first. */
export const findPasskeysOf = (reader: Db | Tx, { kind, id }: Subject, relyingParty: string): Promise<PasskeyRow[]> =>
  reader
    .selectFrom("passkey")
    .selectAll()
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("relying_party", "=", relyingParty)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** `id` is the credential's; another relying party's is not found. */
export const findPasskey = (reader: Db | Tx, id: string, relyingParty: string): Promise<PasskeyRow | undefined> =>
  reader.selectFrom("passkey").selectAll().where("id", "=", id).where("relying_party", "=", relyingParty).executeTakeFirst();

/** False where some account has the credential already. */
export async function insertPasskey(tx: Tx, row: NewRow<"passkey">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("passkey")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The name of the deleted one; undefined where the account has no such passkey. */
export const deletePasskey = (tx: Tx, { kind, id }: Subject, passkeyId: string): Promise<{ name: string } | undefined> =>
  tx
    .deleteFrom("passkey")
    .where("id", "=", passkeyId)
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .returning("name")
    .executeTakeFirst();

/**
 * Notes a use; false where its counter did not go up, which a copy's does not. Passkeys that are
 * synchronised do not count: both are 0.
 */
export async function countUse(tx: Tx, id: string, counter: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("passkey")
    .set({ counter, used_at: now })
    .where("id", "=", id)
    .where("counter", counter === 0 ? "=" : "<", counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const insertChallenge = (tx: Tx, row: NewRow<"passkey_challenge">) =>
  tx.insertInto("passkey_challenge").values(row).execute();

/** True for the one caller that uses it: the browser and the account that it was made for, in time. */
export async function deleteChallenge(
  tx: Tx,
  { hash, visitor, subject }: { hash: string; visitor: string; subject: string },
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("passkey_challenge")
    .where("hash", "=", hash)
    .where("visitor", "=", visitor)
    .where("subject", "=", subject)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Challenges that ended before `before` (ms). */
export const deleteExpiredChallenges = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "passkey_challenge", by: "expires_at" }, before);
