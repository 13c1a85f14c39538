import type { Row, Tx } from "../db/tables.ts";
import { newId } from "./ids.ts";
import type { NewPicture } from "./new-product.ts";
import { replacePictures } from "./queries/goods.ts";

const columnsOf = ({ kind, key, alt, width = 960, height = 960, wantedUrl }: NewPicture) => ({
  kind,
  key,
  alt,
  width,
  height,
  wanted_url: wantedUrl ?? null,
});

const plain = ({ kind, key, alt, width, height, wanted_url }: ReturnType<typeof columnsOf>) =>
  JSON.stringify([kind, key, alt, width, height, wanted_url]);

/** Replaces a product's pictures when they differ in anything; true when they did. */
export async function savePictures(
  tx: Tx,
  productId: string,
  pictures: readonly NewPicture[] | undefined,
  kept: readonly Row<"product_media">[],
): Promise<boolean> {
  if (!pictures) return false;
  const wanted = pictures.map(columnsOf);
  if (wanted.map(plain).join() === kept.map(plain).join()) return false;
  await replacePictures(
    tx,
    productId,
    wanted.map((columns, position) => ({ id: newId(), product_id: productId, position, ...columns })),
  );
  return true;
}
