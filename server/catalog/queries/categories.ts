import type { Updateable } from "kysely";
import type { NewRow, Tables, Tx } from "../../db/tables.ts";

/** Inserts the categories whose slug is not there yet. */
export async function insertMissingCategories(tx: Tx, rows: readonly NewRow<"category">[]): Promise<void> {
  await tx
    .insertInto("category")
    .values(rows)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
}

/** An unknown id changes nothing. */
export async function updateCategory(tx: Tx, id: string, changes: Updateable<Tables["category"]>): Promise<void> {
  await tx.updateTable("category").set(changes).where("id", "=", id).execute();
}

/** An unknown id changes nothing. */
export async function updateAttribute(tx: Tx, id: string, changes: Updateable<Tables["attribute"]>): Promise<void> {
  await tx.updateTable("attribute").set(changes).where("id", "=", id).execute();
}

/** With the slugs of all its values, used by a product or not. */
export async function findAttribute(tx: Tx, slug: string): Promise<{ id: string; valueSlugs: Set<string> } | undefined> {
  const row = await tx.selectFrom("attribute").select("id").where("slug", "=", slug).executeTakeFirst();
  if (!row) return undefined;
  const values = await tx.selectFrom("attribute_value").select("slug").where("attribute_id", "=", row.id).execute();
  return { id: row.id, valueSlugs: new Set(values.map((value) => value.slug)) };
}
