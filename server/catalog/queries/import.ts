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

/** Pictures of a product that came from somewhere else: those that arrived, and stand-ins for those that did not. */
export async function findImportedPictures(reader: Db | Tx, slugs: readonly string[]): Promise<ImportedPicture[]> {
  if (slugs.length === 0) return [];
  const rows = await reader
    .selectFrom("product_media as m")
    .innerJoin("product as p", "p.id", "m.product_id")
    .select(["m.id", "p.slug", "m.wanted_url as url", "m.kind", "m.key", "m.width", "m.height"])
    .where("p.slug", "in", slugs)
    .where("m.wanted_url", "is not", null)
    .orderBy(["p.slug", "m.position"])
    .execute();
  return rows.map((row) => ({ ...row, url: row.url ?? "" }));
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

export async function findCategoryNames(reader: Db | Tx): Promise<Map<string, string>> {
  const rows = await reader.selectFrom("category").select(["slug", "name"]).execute();
  return new Map(rows.flatMap(({ slug, name }) => [[slug, slug] as const, [name.toLowerCase(), slug] as const]));
}
