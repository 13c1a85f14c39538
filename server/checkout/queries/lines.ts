import { sql } from "kysely";
import { compiled } from "../../db/compiled.ts";
import { insertion } from "../../db/insertion.ts";
import type { Db, Tx } from "../../db/tables.ts";

export type Line = { id: string; variantId: string; quantity: number; gift: boolean };

const select = (reader: Db | Tx, checkoutId: string) =>
  reader.selectFrom("checkout_line").select(["id", "variant_id", "quantity", "gift"]).where("checkout_id", "=", checkoutId);

type LineColumns = { id: string; variant_id: string; quantity: number; gift: number };

export const toLine = ({ id, variant_id, quantity, gift }: LineColumns): Line => ({
  id,
  variantId: variant_id,
  quantity,
  gift: gift === 1,
});

/** A query of lines in the order in which they were added, the gift last. */
export const orderedLines = (reader: Db | Tx, checkoutId: string) =>
  select(reader, checkoutId).orderBy("gift").orderBy("at").orderBy("id");

const lineRows = compiled((reader, [checkoutId = ""]) => orderedLines(reader, checkoutId));

/** The lines in the order in which they were added, the gift last. */
export const findLines = async (reader: Db | Tx, checkoutId: string): Promise<Line[]> =>
  (await lineRows(reader, [checkoutId])).map(toLine);

/** A subquery of the variants of a checkout's lines. */
export const variantsOf = (reader: Db | Tx, checkoutId: string) =>
  reader.selectFrom("checkout_line").select("variant_id").where("checkout_id", "=", checkoutId);

export const findCheckoutOfLine = async (tx: Tx, lineId: string): Promise<string | undefined> =>
  (await tx.selectFrom("checkout_line").select("checkout_id").where("id", "=", lineId).executeTakeFirst())?.checkout_id;

/** A line of this checkout; undefined for a line of another checkout. */
export async function findLine(tx: Tx, checkoutId: string, lineId: string): Promise<Line | undefined> {
  const row = await select(tx, checkoutId).where("id", "=", lineId).executeTakeFirst();
  return row && toLine(row);
}

type NewLine = Line & { checkoutId: string };

const insertLines = insertion("checkout_line");

/**
 * Inserts a line; `now` is its sort key, oldest first. The caller has checked that no other line
 * has the variant.
 */
export const insertLine = (tx: Tx, { id, checkoutId, variantId, quantity, gift }: NewLine, now: number) =>
  insertLines(tx, [{ id, checkout_id: checkoutId, variant_id: variantId, quantity, gift: gift ? 1 : 0, at: now }]);

/** Sets the units without checking stock or limits. */
export const setQuantity = (tx: Tx, lineId: string, quantity: number) =>
  tx.updateTable("checkout_line").set({ quantity }).where("id", "=", lineId).execute();

/** Deletes a line, if it exists. The caller has checked whose it is. */
export const deleteLine = (tx: Tx, lineId: string) => tx.deleteFrom("checkout_line").where("id", "=", lineId).execute();

const giftRow = compiled((tx, [checkoutId = ""]) => select(tx, checkoutId).where("gift", "=", sql.lit(1)).limit(sql.lit(1)));

export const hasGift = async (tx: Tx, checkoutId: string): Promise<boolean> => (await giftRow(tx, [checkoutId])).length > 0;

/** Whether the checkout has a bought line. A cart with only a gift is empty. */
export const hasBoughtLine = async (reader: Db | Tx, checkoutId: string): Promise<boolean> =>
  (await findLines(reader, checkoutId)).some(({ gift }) => !gift);

/** Deletes the gift, if there is one. */
export const deleteGift = (tx: Tx, checkoutId: string) =>
  tx.deleteFrom("checkout_line").where("checkout_id", "=", checkoutId).where("gift", "=", 1).execute();
