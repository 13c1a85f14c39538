import type { ExpressionBuilder } from "kysely";
import { insertion } from "../../db/insertion.ts";
import type { Db, NewRow, Tables, Tx } from "../../db/tables.ts";
import { newShortId } from "../../ids.ts";

export type StockChange = {
  variantId: string;
  onHand?: number;
  reserved?: number;
  /** whether to refuse a variant that is not for sale */
  forSale?: boolean;
};

const isForSale = (eb: ExpressionBuilder<Tables, "variant">) =>
  eb("active", "=", 1).and(
    eb.exists(
      eb.selectFrom("product").select("product.id").whereRef("product.id", "=", "variant.product_id").where("published", "=", 1),
    ),
  );

/**
 * Changes the stock in one statement. False if too few units are left or, with `forSale`, the
 * variant is not sold. A constraint of the table also forbids too few units.
 */
export async function changeStock(
  tx: Tx,
  { variantId, onHand = 0, reserved = 0, forSale = false }: StockChange,
): Promise<boolean> {
  const result = await tx
    .updateTable("variant")
    .set((eb) => ({ on_hand: eb("on_hand", "+", onHand), reserved: eb("reserved", "+", reserved) }))
    .where("id", "=", variantId)
    .where((eb) => eb(eb("reserved", "+", reserved), ">=", 0))
    .where((eb) => eb(eb("on_hand", "+", onHand), ">=", eb("reserved", "+", reserved)))
    .$if(forSale, (update) => update.where(isForSale))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

type Movement = { variantId: string; kind: NewRow<"stock_movement">["kind"]; units: number; orderId?: string; at: number };

const insertMovements = insertion("stock_movement");

/** Records movements of stock; the variants' quantities are changed elsewhere. */
export async function addMovements(tx: Tx, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return;
  const rows = movements.map(({ variantId, kind, units, orderId, at }) => ({
    id: newShortId(),
    variant_id: variantId,
    kind,
    units,
    order_id: orderId ?? null,
    at,
  }));
  await insertMovements(tx, rows);
}

const selectVariant = (reader: Db, variantId: string) =>
  reader.selectFrom("variant as v").innerJoin("product as p", "p.id", "v.product_id").where("v.id", "=", variantId);

/** On hand less reserved; 0 if the variant is unknown or no longer sold. */
export async function findUnitsLeft(reader: Db, variantId: string): Promise<number> {
  const row = await selectVariant(reader, variantId)
    .select(["v.on_hand", "v.reserved"])
    .where("v.active", "=", 1)
    .where("p.published", "=", 1)
    .executeTakeFirst();
  return row ? row.on_hand - row.reserved : 0;
}

type VariantStock = { productName: string; variantName: string; left: number; forSale: boolean };

/** The stock of any variant, sold or not; `left` is on hand less reserved. */
export async function findVariantStock(reader: Db, variantId: string): Promise<VariantStock | undefined> {
  const row = await selectVariant(reader, variantId)
    .select(["p.name as productName", "v.name as variantName", "v.on_hand", "v.reserved", "v.active", "p.published"])
    .executeTakeFirst();
  if (!row) return undefined;
  const { productName, variantName, on_hand, reserved, active, published } = row;
  return { productName, variantName, left: on_hand - reserved, forSale: active === 1 && published === 1 };
}

export const findAnyPublished = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("product").select("id").where("published", "=", 1).limit(1).executeTakeFirst()) !== undefined;

/** Locks variants in the order of their ids until the transaction ends. */
export async function lockVariants(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.selectFrom("variant").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
}
