import { deleteBefore } from "../../db/batches.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

/**
 * Stores a former address; a later change of the same customer and address replaces the earlier
 * one.
 */
export async function putFormerEmail(tx: Tx, row: NewRow<"former_email">): Promise<void> {
  const { email, until } = row;
  await tx
    .insertInto("former_email")
    .values(row)
    .onConflict((conflict) => conflict.columns(["customer_id", "email_norm"]).doUpdateSet({ email, until }))
    .execute();
}

/** The customer who left a normalised address and can still return to it; `now` is in ms. */
export const findFormerEmail = (reader: Db | Tx, emailNorm: string, now: number): Promise<Row<"former_email"> | undefined> =>
  reader
    .selectFrom("former_email")
    .selectAll()
    .where("email_norm", "=", emailNorm)
    .where("until", ">", now)
    .orderBy("until")
    .executeTakeFirst();

/** Deletes all former addresses of a customer. */
export async function deleteFormerEmailsOf(tx: Tx, customerId: string): Promise<void> {
  await tx.deleteFrom("former_email").where("customer_id", "=", customerId).execute();
}

/** Deletes the former addresses whose time ended before `now` (ms). */
export const deleteExpiredFormerEmails = (db: Db, now: number): Promise<number> =>
  deleteBefore(db, { table: "former_email", by: "until" }, now);
