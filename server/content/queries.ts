import type { Db, NewRow, Row, Tx } from "../db/tables.ts";

/** The banners of a page that are switched on, in the owner's order. */
export const findBanners = (reader: Db, page: string): Promise<Row<"banner">[]> =>
  reader
    .selectFrom("banner")
    .selectAll()
    .where("page", "=", page)
    .where("active", "=", 1)
    .orderBy("position")
    .orderBy("id")
    .execute();

export async function insertBanner(tx: Tx, banner: NewRow<"banner">): Promise<void> {
  await tx.insertInto("banner").values(banner).execute();
}
