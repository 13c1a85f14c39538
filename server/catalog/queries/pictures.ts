import type { Db } from "../../db/tables.ts";
import { pictureSources } from "../../media/sources.ts";
import type { Picture } from "../rules/pictures.ts";

type Kept = { kind: "drawn" | "stored"; key: string; alt: string; width: number; height: number };

function pictureOf({ kind, key, alt, width, height }: Kept): Picture {
  if (kind === "drawn") return { url: `/media/drawn/${key}.svg`, alt, width, height };
  const { src: url, ...sources } = pictureSources({ url: `/media/${key}`, alt, width, height });
  return { url, ...sources };
}

/** The pictures of products, in their order, by product id. */
export async function findPictures(reader: Db, productIds: readonly string[]): Promise<Map<string, Picture[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("product_media")
    .select(["product_id", "kind", "key", "alt", "width", "height"])
    .where("product_id", "in", productIds)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const pictures = new Map<string, Picture[]>();
  for (const row of rows) {
    const kept = pictures.get(row.product_id);
    if (kept) kept.push(pictureOf(row));
    else pictures.set(row.product_id, [pictureOf(row)]);
  }
  return pictures;
}
