import { type SqlBool, sql } from "kysely";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type MovementRow = Row<"stock_movement">;

/** Units on hand and reserved; locks the row until the transaction ends. */
export const lockStock = (tx: Tx, variantId: string) =>
  tx.selectFrom("variant").select(["on_hand", "reserved"]).where("id", "=", variantId).forNoKeyUpdate().executeTakeFirst();

export const findMovement = (tx: Tx, id: string): Promise<MovementRow | undefined> =>
  tx.selectFrom("stock_movement").selectAll().where("id", "=", id).executeTakeFirst();

export async function insertMovement(tx: Tx, row: NewRow<"stock_movement">): Promise<void> {
  await tx.insertInto("stock_movement").values(row).execute();
}

export type MovementMark = { at: number; id: string };

/** Movements before `before`, the latest first. */
export const findMovements = (
  db: Db,
  variantId: string,
  before: MovementMark | undefined,
  limit: number,
): Promise<MovementRow[]> =>
  db
    .selectFrom("stock_movement")
    .selectAll()
    .where("variant_id", "=", variantId)
    .$if(before !== undefined, (query) => query.where(sql<SqlBool>`(at, id) < (${before?.at ?? 0}, ${before?.id ?? ""})`))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** The ids of those movements that were undone. */
export async function findUndone(db: Db, variantId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("stock_movement")
    .select("undoes")
    .where("variant_id", "=", variantId)
    .where("undoes", "in", ids)
    .execute();
  return new Set(rows.flatMap(({ undoes }) => undoes ?? []));
}
