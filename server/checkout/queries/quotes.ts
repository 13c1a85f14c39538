import type { Db, Tx } from "../../db/tables.ts";
import type { Cents } from "../../money.ts";

export type Quote = { id: string; total: Cents };

/** The total is in cents; undefined for a quote of another checkout. */
export const findQuote = (reader: Db | Tx, checkoutId: string, id: string): Promise<Quote | undefined> =>
  reader
    .selectFrom("quote")
    .select(["id", "total"])
    .where("checkout_id", "=", checkoutId)
    .where("id", "=", id)
    .executeTakeFirst();

type NewQuote = Quote & { checkoutId: string; breakdown: unknown };

/** Makes it the checkout's current quote. */
export async function insertQuote(tx: Tx, { id, checkoutId, total, breakdown }: NewQuote, now: number): Promise<void> {
  await tx
    .insertInto("quote")
    .values({ id, checkout_id: checkoutId, total, breakdown: JSON.stringify(breakdown), at: now })
    .execute();
  await tx.updateTable("checkout").set({ quote_id: id }).where("id", "=", checkoutId).execute();
}
