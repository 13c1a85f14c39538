import type { Db, Tx } from "../../db/tables.ts";

export type ImportedPicture = {
  id: string;
  slug: string;
  url: string;
  kind: "drawn" | "stored";
  key: string;
  width: number;
  height: number;
};

/** Slugs in one question: an engine takes a limited number of values. */
const most = 500;

/** Pictures of products that came from somewhere else, in the order of `slugs`: those that arrived, and stand-ins for those that did not. */
export async function findImportedPictures(reader: Db | Tx, slugs: readonly string[]): Promise<ImportedPicture[]> {
  const found = new Map<string, ImportedPicture[]>(slugs.map((slug) => [slug, []]));
  for (let at = 0; at < slugs.length; at += most) {
    const rows = await reader
      .selectFrom("product_media as m")
      .innerJoin("product as p", "p.id", "m.product_id")
      .select(["m.id", "p.slug", "m.wanted_url as url", "m.kind", "m.key", "m.width", "m.height"])
      .where("p.slug", "in", slugs.slice(at, at + most))
      .where("m.wanted_url", "is not", null)
      .orderBy("m.position")
      .execute();
    for (const row of rows) found.get(row.slug)?.push({ ...row, url: row.url ?? "" });
  }
  return [...found.values()].flat();
}

export async function putStoredPicture(
  tx: Tx,
  id: string,
  stored: { key: string; width: number; height: number },
): Promise<void> {
  await tx
    .updateTable("product_media")
    .set({ kind: "stored", ...stored })
    .where("id", "=", id)
    .execute();
}

export const findCategories = (reader: Db | Tx): Promise<{ slug: string; name: string }[]> =>
  reader.selectFrom("category").select(["slug", "name"]).orderBy("position").execute();
