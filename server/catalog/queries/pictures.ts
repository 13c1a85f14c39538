import { compiled } from "../../db/compiled.ts";
import type { Db } from "../../db/tables.ts";
import { type Media, pictureSources, placeholder } from "../../media/sources.ts";
import type { Picture, Sharing } from "../rules/pictures.ts";

export function pictureOf({ alt, sharing = "no", ...media }: Media & { alt: string; sharing?: Sharing | "no" }): Picture {
  const { src, ...shape } = pictureSources(media);
  return { url: src, alt, ...shape, ...(sharing !== "no" && { sharing }) };
}

/** The picture of a product without any. */
export const placeholderPicture = (alt: string): Picture => pictureOf({ ...placeholder, alt });

/**
 * A query of the pictures of all products. It returns the pictures of each product in their order.
 */
export const orderedPictures = (reader: Db) =>
  reader
    .selectFrom("product_media")
    .select(["product_id", "kind", "key", "alt", "width", "height", "sharing"])
    .orderBy("position")
    .orderBy("id");

const pictureRows = compiled((reader, productIds) => orderedPictures(reader).where("product_id", "in", productIds));

/** The pictures of products, in their order, by product id. */
export async function findPictures(reader: Db, productIds: readonly string[]): Promise<Map<string, Picture[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await pictureRows(reader, productIds);
  const pictures = new Map<string, Picture[]>();
  for (const row of rows) {
    const own = pictures.get(row.product_id);
    if (own) own.push(pictureOf(row));
    else pictures.set(row.product_id, [pictureOf(row)]);
  }
  return pictures;
}

/** Whether any product shows the drawing with this key. */
export async function isPicture(reader: Db, key: string): Promise<boolean> {
  const query = reader.selectFrom("product_media").select("id").where("key", "=", key).where("kind", "=", "drawn").limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}
