import { deleteBefore } from "../../db/batches.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

type Kind = Row<"one_time_token">["kind"];

/** The row has the token's hash, never the token. */
export async function insertToken(tx: Db | Tx, row: NewRow<"one_time_token">): Promise<void> {
  await tx.insertInto("one_time_token").values(row).execute();
}

/** A token that is neither used nor expired. */
export const findToken = (
  reader: Db | Tx,
  kind: Kind,
  hash: string,
  now: number,
): Promise<Pick<Row<"one_time_token">, "subject" | "payload" | "created_at"> | undefined> =>
  reader
    .selectFrom("one_time_token")
    .select(["subject", "payload", "created_at"])
    .where("hash", "=", hash)
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Whether a token of this kind and subject is unused and has not expired. */
export async function hasToken(reader: Db | Tx, kind: Kind, subject: string, now: number): Promise<boolean> {
  const row = await reader
    .selectFrom("one_time_token")
    .select("hash")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a token as used; false when it was used before. */
export async function markUsed(tx: Tx, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Marks all unused tokens as used; tokens that were used before keep their time. */
export async function markAllUsed(tx: Tx, kind: Kind, subject: string, now: number): Promise<void> {
  await tx
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("used_at", "is", null)
    .execute();
}

/** Marks all unused tokens that were created since `since` (ms) as used. */
export async function markUsedSince(
  tx: Tx,
  kind: Kind,
  subject: string,
  { since, now }: { since: number; now: number },
): Promise<void> {
  await tx
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("created_at", ">=", since)
    .where("used_at", "is", null)
    .execute();
}

/** Deletes a subject's tokens of every kind, used or not. */
export const deleteTokensOf = (tx: Tx, subject: string) =>
  tx.deleteFrom("one_time_token").where("subject", "=", subject).execute();

/** Deletes tokens that expired before `before` (ms), used or not. */
export const deleteExpiredTokens = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "one_time_token", by: "expires_at" }, before);
