import type { Updateable } from "kysely";
import type { Db, NewRow, Row, Tables, Tx } from "../../db/tables.ts";
import { firstBackdrop } from "../rules/product.ts";

/** Inserts the categories whose slugs are missing. */
export async function insertMissingCategories(tx: Tx, rows: readonly NewRow<"category">[]): Promise<void> {
  await tx
    .insertInto("category")
    .values(rows.map((row) => ({ backdrop: firstBackdrop(row.slug), ...row })))
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
}

/** Changes a category, if it exists. */
export async function updateCategory(tx: Tx, id: string, changes: Updateable<Tables["category"]>): Promise<void> {
  await tx.updateTable("category").set(changes).where("id", "=", id).execute();
}

export type CategoryRow = Row<"category">;

/** Locks all categories until the transaction ends. */
export async function lockCategories(tx: Tx): Promise<CategoryRow[]> {
  const rows = await tx.selectFrom("category").selectAll().orderBy("id").forUpdate().execute();
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** The slugs in the owner's order. */
export async function findCategoryOrder(reader: Db | Tx): Promise<string[]> {
  const rows = await reader.selectFrom("category").select("slug").orderBy("position").orderBy("name").execute();
  return rows.map(({ slug }) => slug);
}

export async function deleteCategory(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("category").where("id", "=", id).execute();
}

export type UsedCategory = CategoryRow & { products: number };

/**
 * All categories in the owner's order, with their numbers of products, each counted up to `most`.
 */
export async function findCategoriesWithUse(reader: Db | Tx, most: number): Promise<UsedCategory[]> {
  const rows = await reader
    .selectFrom("category as c")
    .selectAll("c")
    .select(({ selectFrom }) =>
      selectFrom(selectFrom("product").select("product.id").whereRef("product.category_id", "=", "c.id").limit(most).as("some"))
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("products"),
    )
    .orderBy("c.position")
    .orderBy("c.name")
    .execute();
  return rows.map((row) => ({ ...row, position: Number(row.position), products: Number(row.products) }));
}

/** The number of states that have a rule for this category. */
export async function countStateRulesOf(reader: Db | Tx, categoryId: string): Promise<number> {
  const { count } = await reader
    .selectFrom("state_rule")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("category_id", "=", categoryId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
