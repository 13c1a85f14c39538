import type { Db } from "../../db/tables.ts";
import { pictureSources } from "../../media/sources.ts";
import type { Picture } from "../rules/pictures.ts";

type Kept = { kind: "drawn" | "stored"; key: string; alt: string; width: number; height: number };

function pictureOf({ kind, key, alt, width, height }: Kept): Picture {
  const url = kind === "drawn" ? `/media/drawn/${key}.svg` : `/media/${key}`;
  const { src: _, ...sources } = pictureSources({ url, alt, width, height });
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
  for (const { product_id, ...media } of rows) pictures.set(product_id, [...(pictures.get(product_id) ?? []), pictureOf(media)]);
  return pictures;
}
