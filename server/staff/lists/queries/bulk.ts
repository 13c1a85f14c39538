import { sql } from "kysely";
import type { Db, NewRow, Row, Tx } from "../../../db/tables.ts";

export type BulkRun = Row<"staff_bulk_run">;

/** Adds a run; false if a run with this id exists, since the button was pressed twice. */
export async function insertRun(tx: Tx, row: NewRow<"staff_bulk_run">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("staff_bulk_run")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const findRun = (reader: Db | Tx, id: string): Promise<BulkRun | undefined> =>
  reader.selectFrom("staff_bulk_run").selectAll().where("id", "=", id).executeTakeFirst();

/** The position of the last record that a run has handled: a number or an id. */
export type BulkPlace = number | string;

const placeColumns = (place: BulkPlace) => (typeof place === "number" ? { position: place } : { mark: place });

/** Counts a record that the run has changed. */
export async function countDone(tx: Tx, id: string, place: BulkPlace): Promise<void> {
  await tx
    .updateTable("staff_bulk_run")
    .set((eb) => ({ ...placeColumns(place), done: eb("done", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** Counts a refused record; `refusals` is the list that includes it. */
export async function countRefused(
  tx: Tx,
  id: string,
  { position, refusals }: { position: BulkPlace; refusals: string },
): Promise<void> {
  await tx
    .updateTable("staff_bulk_run")
    .set((eb) => ({ ...placeColumns(position), refusals, refused: eb("refused", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function finishRun(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .updateTable("staff_bulk_run")
    .set({ finished_at: sql`coalesce(finished_at, ${now})`, selection: "{}" })
    .where("id", "=", id)
    .execute();
}
