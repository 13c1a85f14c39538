import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

/** A banner; locks its row until the transaction ends. */
export const lockBannerRow = (tx: Tx, id: string): Promise<Row<"banner"> | undefined> =>
  tx.selectFrom("banner").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** The banners of all pages, including inactive ones, in the owner's order; at most `limit`. */
export const findAllBanners = (reader: Db, limit: number): Promise<Row<"banner">[]> =>
  reader.selectFrom("banner").selectAll().orderBy("page").orderBy("position").orderBy("id").limit(limit).execute();

/** The banners of one page, including inactive ones. */
export const findBannersOf = (reader: Db, page: string): Promise<Row<"banner">[]> =>
  reader.selectFrom("banner").selectAll().where("page", "=", page).orderBy("position").orderBy("id").execute();

export async function putBannerRow(tx: Tx, banner: NewRow<"banner">): Promise<void> {
  const { id: _, ...values } = banner;
  await tx
    .insertInto("banner")
    .values(banner)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

export async function deleteBannerRow(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("banner").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}
