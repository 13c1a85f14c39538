import { randomInt } from "node:crypto";
import type { Db, Row, Tx } from "../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { codesTaken, findBatch, findBatches, findCodes, insertBatch, markBatchEnded } from "./queries/promo-codes.ts";
import { lockPromoFields } from "./queries/promo-records.ts";
import { type BatchFields, batchCode, batchErrors, mostBatches } from "./rules/promo-batch.ts";

/** A batch of single-use codes, and how many of them orders used. */
export type PromoBatch = Row<"promo_batch"> & { used: number };

type NewBatch = BatchFields & { id: string; promoId: string; madeBy: string };

const withoutCode = refuse("invalid", "This promo applies without a code, so it has no codes.");
const tooMany = refuse("limit_reached", `A promo has up to ${mostBatches} batches. Make another promo for more codes.`);

/** A promo's batches, the latest first. */
export const listBatches = async (reader: Db | Tx, promoId: string): Promise<PromoBatch[]> =>
  (await findBatches(reader, promoId)).map((batch) => ({ ...batch, used: Number(batch.used) }));

/**
 * Makes a batch of single-use codes with the terms of their promo; `false` if a second press finds
 * the batch that the first one made.
 */
export async function makeBatch(tx: Tx, batch: NewBatch, now: number): Promise<Outcome<boolean>> {
  const { id, promoId, prefix, size, madeBy } = batch;
  const errors = batchErrors(batch);
  if (errors.length > 0) return invalidFields(errors);
  const promo = await lockPromoFields(tx, promoId);
  if (!promo) return notFound;
  if (promo.fields.automatic) return withoutCode;
  const batches = await findBatches(tx, promoId);
  if (batches.some((each) => each.id === id)) return ok(false);
  if (batches.length >= mostBatches) return tooMany;
  const row = { id, promo_id: promoId, prefix, size, made_by: madeBy, made_at: now };
  await insertBatch(tx, row, await freshCodes(tx, prefix, size));
  return ok(true);
}

/** Random codes that no promo and no batch has. */
async function freshCodes(tx: Tx, prefix: string, size: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < size) {
    const made = Array.from({ length: size - codes.size }, () => batchCode(prefix, randomInt));
    const taken = await codesTaken(tx, made);
    for (const code of made.filter((each) => !taken.has(each))) codes.add(code);
  }
  return [...codes];
}

/**
 * Ends a batch, so that its unused codes stop working. Locks the promo first, as payments do.
 * Undefined if it has ended already.
 */
export async function endBatch(
  tx: Tx,
  promoId: string,
  id: string,
  now: number,
): Promise<Outcome<Row<"promo_batch"> | undefined>> {
  await lockPromoFields(tx, promoId);
  const batch = await findBatch(tx, promoId, id);
  if (!batch) return notFound;
  return ok((await markBatchEnded(tx, id, now)) ? batch : undefined);
}

/** A batch of a promo with its codes and the orders that used them, or undefined. */
export async function readBatch(db: Db, promoId: string, id: string) {
  const batch = await findBatch(db, promoId, id);
  return batch && { batch, codes: await findCodes(db, id) };
}
