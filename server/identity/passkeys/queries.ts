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

/** `id` is the credential's; a passkey of another relying party is not found. */
export const findPasskey = (reader: Db | Tx, id: string, relyingParty: string): Promise<PasskeyRow | undefined> =>
  reader.selectFrom("passkey").selectAll().where("id", "=", id).where("relying_party", "=", relyingParty).executeTakeFirst();

/** Adds a passkey; false if some account has the credential already. */
export async function insertPasskey(tx: Tx, row: NewRow<"passkey">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("passkey")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes a passkey and returns its name; undefined if the account has no such passkey. */
export const deletePasskey = (tx: Tx, { kind, id }: Subject, passkeyId: string): Promise<{ name: string } | undefined> =>
  tx
    .deleteFrom("passkey")
    .where("id", "=", passkeyId)
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .returning("name")
    .executeTakeFirst();

/**
 * Records a use; false if the counter did not rise, which points to a copy. Synchronised passkeys
 * have no counter: both values are 0.
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

/**
 * Uses up an unexpired challenge that was made for this browser and account; true for the only
 * caller that uses it.
 */
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

/** Deletes challenges that ended before `before` (ms). */
export const deleteExpiredChallenges = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "passkey_challenge", by: "expires_at" }, before);
