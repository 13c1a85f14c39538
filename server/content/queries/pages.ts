import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

/** Whole, with its Markdown. */
export const findPageRow = (reader: Db | Tx, slug: string): Promise<Row<"content_page"> | undefined> =>
  reader.selectFrom("content_page").selectAll().where("slug", "=", slug).executeTakeFirst();

/** What a link needs of each page. */
export const findPageHeads = (reader: Db | Tx) =>
  reader.selectFrom("content_page").select(["slug", "title", "updated_at"]).orderBy("slug").execute();

/** One that has the slug is written over. */
export async function putPageRow(tx: Tx, page: NewRow<"content_page">): Promise<void> {
  const { slug: _, ...values } = page;
  await tx
    .insertInto("content_page")
    .values(page)
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(values))
    .execute();
}

/** False when there was none. */
export async function deletePageRow(tx: Tx, slug: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("content_page").where("slug", "=", slug).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Whole; it stays as it is until the transaction ends. */
export const lockPageRow = (tx: Tx, slug: string): Promise<Row<"content_page"> | undefined> =>
  tx.selectFrom("content_page").selectAll().where("slug", "=", slug).forUpdate().executeTakeFirst();

/** False when there was none. */
export async function renamePageRow(tx: Tx, slug: string, to: string, now: number): Promise<boolean> {
  const query = tx.updateTable("content_page").set({ slug: to, updated_at: now }).where("slug", "=", slug);
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}
