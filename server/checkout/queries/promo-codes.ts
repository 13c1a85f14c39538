import type { Db, NewRow, Tx } from "../../db/tables.ts";

/** The code of a batch with its batch's promo and end, or undefined. Codes are stored in capitals. */
export const findBatchCode = (reader: Db | Tx, code: string) =>
  reader
    .selectFrom("promo_code as code")
    .innerJoin("promo_batch as batch", "batch.id", "code.batch_id")
    .select(["code.code", "batch.promo_id", "batch.ended_at"])
    .where("code.code", "=", code.toUpperCase())
    .executeTakeFirst();

/** Whether another checkout has redeemed the code of a batch, or is about to. */
export async function isCodeUsed(reader: Db | Tx, code: string | undefined, checkoutId: string): Promise<boolean> {
  if (code === undefined) return false;
  const uses = reader.selectFrom("promo_redemption").select("id").where("batch_code", "=", code);
  return (await uses.where("checkout_id", "<>", checkoutId).executeTakeFirst()) !== undefined;
}

/** Which of these codes a promo or a batch has. */
export async function codesTaken(tx: Tx, codes: readonly string[]): Promise<Set<string>> {
  const ofPromos = await tx
    .selectFrom("promo")
    .select((row) => row.fn<string>("upper", ["code"]).as("code"))
    .where((where) => where(where.fn<string>("upper", ["code"]), "in", codes))
    .execute();
  const ofBatches = await tx.selectFrom("promo_code").select("code").where("code", "in", codes).execute();
  return new Set([...ofPromos, ...ofBatches].map(({ code }) => code));
}

/** Adds a batch with its codes. */
export async function insertBatch(tx: Tx, batch: NewRow<"promo_batch">, codes: readonly string[]): Promise<void> {
  await tx.insertInto("promo_batch").values(batch).execute();
  await tx
    .insertInto("promo_code")
    .values(codes.map((code) => ({ code, batch_id: batch.id })))
    .execute();
}

/** A promo's batches with the number of codes that orders used, the latest first. */
export const findBatches = (reader: Db | Tx, promoId: string) =>
  reader
    .selectFrom("promo_batch as batch")
    .selectAll("batch")
    .select((row) =>
      row
        .selectFrom("promo_code as code")
        .innerJoin("promo_redemption as use", "use.batch_code", "code.code")
        .select(({ fn }) => fn.countAll<number>().as("used"))
        .whereRef("code.batch_id", "=", "batch.id")
        .where("use.state", "=", "used")
        .as("used"),
    )
    .where("promo_id", "=", promoId)
    .orderBy("made_at", "desc")
    .orderBy("id")
    .execute();

export const findBatch = (reader: Db | Tx, promoId: string, id: string) =>
  reader.selectFrom("promo_batch").selectAll().where("id", "=", id).where("promo_id", "=", promoId).executeTakeFirst();

/** Ends a batch. False if it has ended already. */
export async function markBatchEnded(tx: Tx, id: string, now: number): Promise<boolean> {
  const ending = tx.updateTable("promo_batch").set({ ended_at: now }).where("id", "=", id).where("ended_at", "is", null);
  return (await ending.executeTakeFirst()).numUpdatedRows === 1n;
}

/** The codes of a batch with the orders that used them; orders are another feature, but read here. */
export const findCodes = (reader: Db | Tx, batchId: string) =>
  reader
    .selectFrom("promo_code as code")
    .leftJoin("promo_redemption as use", (join) => join.onRef("use.batch_code", "=", "code.code").on("use.state", "=", "used"))
    .leftJoin("orders as o", "o.checkout_id", "use.checkout_id")
    .select(["code.code", "o.number", "o.placed_at"])
    .where("code.batch_id", "=", batchId)
    .orderBy("code.code")
    .execute();
