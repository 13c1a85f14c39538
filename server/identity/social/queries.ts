import { deleteBefore } from "../../db/batches.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type StartRow = Row<"social_start">;
export type SocialReturnRow = Row<"social_return">;

/** Stores a begun sign-in; `visitor` is the hash of its flow's cookie. */
export async function insertStart(tx: Tx, row: NewRow<"social_start">): Promise<void> {
  await tx.insertInto("social_start").values(row).execute();
}

/**
 * Deletes and returns a begun sign-in of these flows: only one of several concurrent returns with
 * this state gets it.
 */
export const takeStart = (tx: Tx, stateHash: string, flows: readonly string[], now: number): Promise<StartRow | undefined> =>
  tx
    .deleteFrom("social_start")
    .where("state_hash", "=", stateHash)
    .where("visitor", "in", flows)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();

/**
 * Stores a return, which is a shopper's way back from the provider with a profile. Throws if the
 * flow already has a return.
 */
export async function insertReturn(tx: Tx, row: NewRow<"social_return">): Promise<void> {
  await tx.insertInto("social_return").values(row).execute();
}

/** The unexpired returns of these flows, used ones included, the latest first. */
export const findReturnRows = async (
  reader: Db | Tx,
  flows: readonly string[],
  now: number,
): Promise<readonly SocialReturnRow[]> =>
  flows.length === 0
    ? []
    : await reader
        .selectFrom("social_return")
        .selectAll()
        .where("visitor", "in", flows)
        .where("expires_at", ">", now)
        .orderBy("expires_at", "desc")
        .execute();

/** Sets the customer of a flow's return. */
export const setReturnCustomer = (tx: Tx, flow: string, customerId: string) =>
  tx.updateTable("social_return").set({ customer_id: customerId }).where("visitor", "=", flow).execute();

/** Uses a return; true for the one caller that uses it. */
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

/** The keys of the providers by which a customer signs in. */
export async function findProvidersOf(reader: Db | Tx, customerId: string): Promise<string[]> {
  const rows = await reader.selectFrom("social_link").select("provider").where("customer_id", "=", customerId).execute();
  return rows.map(({ provider }) => provider);
}

/** Links a social account; throws if it is linked already. */
export const insertLink = (tx: Tx, row: NewRow<"social_link">) => tx.insertInto("social_link").values(row).execute();

/** Removes all social accounts of a customer. */
export const deleteLinks = (tx: Tx, customerId: string) =>
  tx.deleteFrom("social_link").where("customer_id", "=", customerId).execute();

/** Deletes starts and returns that expired before `before` (ms). */
export async function deleteExpiredSocial(db: Db, before: number): Promise<void> {
  await deleteBefore(db, { table: "social_start", by: "expires_at" }, before);
  await deleteBefore(db, { table: "social_return", by: "expires_at" }, before);
}
