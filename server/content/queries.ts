import type { Db, NewRow, Row, Tx } from "../db/tables.ts";

/** The active banners of a page, in the owner's order. */
export const findBanners = (reader: Db, page: string): Promise<Row<"banner">[]> =>
  reader
    .selectFrom("banner")
    .selectAll()
    .where("page", "=", page)
    .where("active", "=", 1)
    .orderBy("position")
    .orderBy("id")
    .execute();

/** Inserts a banner; an earlier banner at the same position stays. */
export async function insertBanner(tx: Tx, banner: NewRow<"banner">): Promise<void> {
  await tx.insertInto("banner").values(banner).execute();
}

/** Whether any banner shows the picture with this address. */
export async function isOnBanner(reader: Db, url: string): Promise<boolean> {
  const query = reader
    .selectFrom("banner")
    .select("id")
    .where((eb) => eb.or([eb("background_url", "=", url), eb("image_url", "=", url)]));
  return (await query.executeTakeFirst()) !== undefined;
}

/** The number of banners on all pages. */
export async function countBannerRows(reader: Db | Tx): Promise<number> {
  const query = reader.selectFrom("banner").select(({ fn }) => fn.countAll<number>().as("rows"));
  return Number((await query.executeTakeFirstOrThrow()).rows);
}
