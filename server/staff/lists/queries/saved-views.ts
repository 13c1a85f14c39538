import { byNaturalName } from "../../../catalog/rules/natural-order.ts";
import type { Db, NewRow, Row, Tx } from "../../../db/tables.ts";

export type SavedView = Row<"staff_view">;

/** A person's views of a list, by name. */
export const findViews = async (reader: Db | Tx, { staffId, list }: { staffId: string; list: string }): Promise<SavedView[]> => {
  const views = reader.selectFrom("staff_view").selectAll().where("staff_id", "=", staffId).where("list", "=", list);
  return (await views.orderBy("id").execute()).sort(byNaturalName(({ name }) => name));
};

/** One of a person's own views. */
export const findView = (reader: Db | Tx, { staffId, id }: { staffId: string; id: string }): Promise<SavedView | undefined> =>
  reader.selectFrom("staff_view").selectAll().where("staff_id", "=", staffId).where("id", "=", id).executeTakeFirst();

/** Stores a view; it replaces a view with the same name. */
export async function putView(tx: Tx, row: NewRow<"staff_view">): Promise<void> {
  await tx
    .insertInto("staff_view")
    .values(row)
    .onConflict((conflict) => conflict.columns(["staff_id", "list", "name"]).doUpdateSet({ query: row.query }))
    .execute();
}

export async function renameViewRow(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable("staff_view").set({ name }).where("id", "=", id).execute();
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("staff_view").where("id", "=", id).execute();
}

export async function deleteViewsOfStaff(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom("staff_view").where("staff_id", "=", staffId).execute();
}
