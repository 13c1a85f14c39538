import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type StartRow = Row<"social_start">;
export type SocialReturnRow = Row<"social_return">;

/** A browser may begin a few at once, in several tabs; older ones are deleted. */
const mostStarts = 5;

/** Deletes the visitor's oldest ones, so that no more than `mostStarts` are left. */
export async function insertStart(tx: Tx, row: NewRow<"social_start">): Promise<void> {
  const kept = tx
    .selectFrom("social_start")
    .select("state_hash")
    .where("visitor", "=", row.visitor)
    .orderBy("expires_at", "desc")
    .limit(mostStarts - 1);
  const newest = (await kept.execute()).map(({ state_hash }) => state_hash);
  await tx
    .deleteFrom("social_start")
    .where("visitor", "=", row.visitor)
    .$if(newest.length > 0, (query) => query.where("state_hash", "not in", newest))
    .execute();
  await tx.insertInto("social_start").values(row).execute();
}

/** Deletes and returns a begun sign-in: of concurrent returns with its state, one gets it. */
export const takeStart = (tx: Tx, stateHash: string, visitor: string, now: number): Promise<StartRow | undefined> =>
  tx
    .deleteFrom("social_start")
    .where("state_hash", "=", stateHash)
    .where("visitor", "=", visitor)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();

/** Stores a return, in place of an earlier one to this browser. */
export async function replaceSocialReturn(tx: Tx, row: NewRow<"social_return">): Promise<void> {
  await tx.deleteFrom("social_return").where("visitor", "=", row.visitor).execute();
  await tx.insertInto("social_return").values(row).execute();
}

/** Undefined once it has expired; found also when it was used. */
export const findReturnRow = (reader: Db | Tx, visitor: string, now: number): Promise<SocialReturnRow | undefined> =>
  reader.selectFrom("social_return").selectAll().where("visitor", "=", visitor).where("expires_at", ">", now).executeTakeFirst();

/** Sets the customer of this browser's return. */
export const setReturnCustomer = (tx: Tx, visitor: string, customerId: string) =>
  tx.updateTable("social_return").set({ customer_id: customerId }).where("visitor", "=", visitor).execute();

/** True for the one caller that uses it. */
export async function consumeReturnRow(tx: Tx, tokenId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("social_return")
    .set({ spent_at: now })
    .where("token_id", "=", tokenId)
    .where("spent_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The customer of a social account; `subject` is the provider's id. */
export const findLink = (reader: Db | Tx, provider: string, subject: string) =>
  reader
    .selectFrom("social_link")
    .select("customer_id")
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .executeTakeFirst();

/** Throws when this social account is linked already. */
export const insertLink = (tx: Tx, row: NewRow<"social_link">) => tx.insertInto("social_link").values(row).execute();

/** Removes all social accounts of a customer. */
export const deleteLinks = (tx: Tx, customerId: string) =>
  tx.deleteFrom("social_link").where("customer_id", "=", customerId).execute();

/** Deletes starts and returns that expired before `before` (ms). */
export async function deleteExpiredSocial(tx: Db | Tx, before: number): Promise<void> {
  await tx.deleteFrom("social_start").where("expires_at", "<", before).execute();
  await tx.deleteFrom("social_return").where("expires_at", "<", before).execute();
}

/** Sign-ins begun in other tabs of this browser go on under its next id. */
export async function moveSocial(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable("social_start").set({ visitor: to }).where("visitor", "=", from).execute();
  await tx.updateTable("social_return").set({ visitor: to }).where("visitor", "=", from).execute();
}
