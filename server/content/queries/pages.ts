import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

/** A whole page, with its Markdown. */
export const findPageRow = (reader: Db | Tx, slug: string): Promise<Row<"content_page"> | undefined> =>
  reader.selectFrom("content_page").selectAll().where("slug", "=", slug).executeTakeFirst();

/** The data that a link to a page needs, for each page. */
export const findPageHeads = (reader: Db | Tx) =>
  reader.selectFrom("content_page").select(["slug", "title", "updated_at"]).orderBy("slug").execute();

/** Writes a page or replaces the page with its slug. */
export async function putPageRow(tx: Tx, page: NewRow<"content_page">): Promise<void> {
  const { slug: _, ...values } = page;
  await tx
    .insertInto("content_page")
    .values(page)
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(values))
    .execute();
}

/** Deletes a page; false if there was no such page. */
export async function deletePageRow(tx: Tx, slug: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("content_page").where("slug", "=", slug).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** A whole page; locks its row until the transaction ends. */
export const lockPageRow = (tx: Tx, slug: string): Promise<Row<"content_page"> | undefined> =>
  tx.selectFrom("content_page").selectAll().where("slug", "=", slug).forUpdate().executeTakeFirst();

/** Changes a page's slug; false if there was no such page. */
export async function renamePageRow(tx: Tx, slug: string, to: string, now: number): Promise<boolean> {
  const query = tx.updateTable("content_page").set({ slug: to, updated_at: now }).where("slug", "=", slug);
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}
