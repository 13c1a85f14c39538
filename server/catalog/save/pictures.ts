import type { Row } from "../../db/tables.ts";
import { storedNameAt } from "../../media/stored-name.ts";
import type { CleanProduct, NewPicture } from "../new-product.ts";
import type { SaveContext } from "./saving.ts";

type ExistingPicture = Row<"product_media">;

/** The stored picture with the address or the key of a given picture. */
const sameIn = (kept: readonly ExistingPicture[], { kind, key, wantedUrl }: NewPicture): ExistingPicture | undefined =>
  kept.find((picture) =>
    wantedUrl === undefined
      ? picture.kind === kind && picture.key === key
      : picture.wanted_url === wantedUrl || (picture.kind === "stored" && picture.key === storedNameAt(wantedUrl)),
  );

const columnsOf = (picture: NewPicture, kept: readonly ExistingPicture[]) => {
  const same = sameIn(kept, picture);
  const { kind, key, alt = same?.alt ?? "", width = 960, height = 960, wantedUrl, sharing = same?.sharing ?? "no" } = picture;
  return { kind, key, alt, width, height, wanted_url: wantedUrl ?? null, sharing };
};
type Columns = ReturnType<typeof columnsOf>;

const plain = ({ kind, key, alt, width, height, wanted_url, sharing }: Columns) =>
  JSON.stringify([kind, key, alt, width, height, wanted_url, sharing]);

/**
 * Keeps the stored file if this picture was fetched before, or comes from the shop's own export.
 */
function arrived(columns: Columns, kept: readonly ExistingPicture[]): Columns {
  const { wanted_url: url } = columns;
  if (url === null) return columns;
  const own = storedNameAt(url);
  const stored = kept.find(({ kind, key, wanted_url }) => kind === "stored" && (wanted_url === url || key === own));
  if (!stored) return columns;
  const { kind, key, width, height, wanted_url } = stored;
  return { ...columns, kind, key, width, height, wanted_url };
}

/**
 * If any picture differs, adds the replacement of the product's pictures to `writes`. Returns the
 * names of the changes.
 */
export function savePictures(
  id: string,
  { pictures }: CleanProduct,
  kept: readonly ExistingPicture[],
  { writes, nextId }: SaveContext,
): string[] {
  if (!pictures) return [];
  const rows = pictures.map((picture) => arrived(columnsOf(picture, kept), kept));
  if (rows.map(plain).join() === kept.map(plain).join()) return [];
  if (kept.length > 0) writes.clearPicturesOf.push(id);
  writes.product_media.push(...rows.map((columns, position) => ({ id: nextId(), product_id: id, position, ...columns })));
  return ["pictures"];
}
