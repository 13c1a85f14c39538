import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type PriceSchedule = Row<"price_schedule">;

/** Products with a schedule due by `now`. */
export async function findDue(db: Db, now: number, limit: number): Promise<string[]> {
  const due = (column: "publish_at" | "unpublish_at") =>
    db.selectFrom("product").select("id").where(column, "is not", null).where(column, "<=", now).limit(limit).execute();
  const prices = (state: "waiting" | "active", column: "starts_at" | "ends_at") =>
    db
      .selectFrom("price_schedule")
      .select("product_id as id")
      .where("state", "=", state)
      .where(column, "is not", null)
      .where(column, "<=", now)
      .limit(limit)
      .execute();
  const rows = [
    ...(await due("publish_at")),
    ...(await due("unpublish_at")),
    ...(await prices("waiting", "starts_at")),
    ...(await prices("active", "ends_at")),
  ];
  return [...new Set(rows.map(({ id }) => id))].sort();
}

/** Scheduled prices of a product that have not ended, sorted by start. */
export const findOpenSchedules = (reader: Db | Tx, productId: string): Promise<PriceSchedule[]> =>
  reader
    .selectFrom("price_schedule")
    .selectAll()
    .where("product_id", "=", productId)
    .where("state", "<>", "ended")
    .orderBy("starts_at")
    .orderBy("id")
    .execute();

/** Inserts a scheduled price, or restarts an ended price that an undo brings back. */
export async function insertSchedule(tx: Tx, { id, product_id, ...row }: NewRow<"price_schedule">): Promise<void> {
  await tx
    .insertInto("price_schedule")
    .values({ id, product_id, ...row })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet(row)
        .where("price_schedule.product_id", "=", product_id)
        .where("price_schedule.state", "=", "ended"),
    )
    .execute();
}

export async function updateSchedule(tx: Tx, id: string, changes: Partial<PriceSchedule>): Promise<void> {
  await tx.updateTable("price_schedule").set(changes).where("id", "=", id).execute();
}

export async function deleteSchedule(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("price_schedule").where("id", "=", id).where("state", "=", "waiting").execute();
}
