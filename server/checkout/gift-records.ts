import { productIdsAmong } from "../catalog/references.ts";
import type { Db, Tx } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { deleteGiftRule, findGiftRecords, lockGiftFields, putGift } from "./queries/gift-records.ts";
import { type GiftFields, giftErrors } from "./rules/gift-fields.ts";

/** All gift rules. */
export const listGifts = (reader: Db | Tx) => findGiftRecords(reader);

/** A gift rule as the owner sets it, locked until the transaction ends. */
export const readGift = (tx: Tx, id: string): Promise<GiftFields | undefined> => lockGiftFields(tx, id);

/** Stores a new or changed gift rule. Checkouts lose gifts they no longer earn, with a notice. */
export async function writeGift(tx: Tx, id: string, fields: GiftFields): Promise<Outcome<undefined>> {
  const errors = giftErrors(fields);
  if ((await productIdsAmong(tx, fields.productIds)).length < new Set(fields.productIds).size)
    errors.push({ field: "productIds", message: "One of these products is gone." });
  if (errors.length > 0) return invalidFields(errors);
  await putGift(tx, id, fields);
  return ok(undefined);
}

/** Removes a gift rule. Checkouts lose its gifts, with a notice. */
export async function removeGift(tx: Tx, id: string): Promise<Outcome<undefined>> {
  await deleteGiftRule(tx, id);
  return ok(undefined);
}
