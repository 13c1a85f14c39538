import type { Db } from "../../db/tables.ts";
import { type Media, pictureSources } from "../../media/sources.ts";
import type { Picture } from "../rules/pictures.ts";

function pictureOf({ alt, ...media }: Media & { alt: string }): Picture {
  const { src, width, height, sources } = pictureSources(media);
  return { url: src, alt, width, height, sources };
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
