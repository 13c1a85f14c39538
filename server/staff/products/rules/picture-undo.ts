import type { PictureFields, ProductPictures } from "../../../catalog/rules/product-fields.ts";
import { type Outcome, ok, refuse } from "../../../outcome.ts";
import { putBackParts } from "./part-undo.ts";

type PicturePart = PictureFields & { id: string };
type PictureSides = { saved: ProductPictures; before: Partial<ProductPictures>; after: Partial<ProductPictures> };

/**
 * Gives each picture of a product an id that does not depend on its place: its file, and a number
 * for pictures with the same file.
 */
export function pictureIds(pictures: readonly PictureFields[]): string[] {
  const counts = new Map<string, number>();
  return pictures.map(({ kind, key, wantedUrl }) => {
    const file = [kind, key, wantedUrl ?? ""].join(" ");
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    return `${file} ${count}`;
  });
}

function partsOf(pictures: readonly PictureFields[]): PicturePart[] {
  const ids = pictureIds(pictures);
  return pictures.map((picture, at) => ({ ...picture, id: ids[at] ?? "" }));
}

const words = {
  name: ({ alt }: PicturePart, place: number) => `Picture ${place + 1}${alt === "" ? "" : ` (${alt})`}`,
  gone: "was removed since. Undo that first.",
  back: "was added again since. Edit it by hand.",
  reordered: "The order of the pictures was changed again since. Put them in order by hand.",
};

/**
 * Undoes one change of a product's pictures. A variant keeps its present picture unless the change
 * chose that picture. The result is empty if the change does not contain the pictures before and
 * after it; the caller then restores each changed field as a whole.
 */
export function putBackPictures({ saved, before, after }: PictureSides): Outcome<Partial<ProductPictures>> {
  if (!before.pictures || !after.pictures) return ok({});
  const [now, was, is] = [partsOf(saved.pictures), partsOf(before.pictures), partsOf(after.pictures)];
  const parts = putBackParts({ saved: now, before: was, after: is }, words);
  if (!parts.ok) return parts;
  const ids = parts.value.map(({ id }) => id);
  const shows: Record<string, number> = {};
  for (const [variantId, at] of Object.entries(saved.shows)) {
    const idIn = (pictures: readonly PicturePart[], shows: ProductPictures["shows"] | undefined) =>
      pictures[shows?.[variantId] ?? -1]?.id;
    const picture = shownBack({ saved: now[at]?.id, before: idIn(was, before.shows), after: idIn(is, after.shows) }, was, is);
    if (!picture.ok) return picture;
    shows[variantId] = Math.max(0, ids.indexOf(picture.value ?? ""));
  }
  return ok({ pictures: oneShared(parts.value, now).map(({ id: _, ...picture }) => picture), shows });
}

/** The pictures with one for links at most: the present one, if the undo brings back another. */
function oneShared(pictures: readonly PicturePart[], now: readonly PicturePart[]): readonly PicturePart[] {
  const present = now.find(({ sharing }) => sharing !== undefined)?.id;
  if (pictures.filter(({ sharing }) => sharing !== undefined).length < 2) return pictures;
  return pictures.map(({ sharing, ...picture }) => (picture.id === present && sharing ? { ...picture, sharing } : picture));
}

type PictureIdSides = { saved: string | undefined; before: string | undefined; after: string | undefined };

const chosenAgain = refuse("changed", "A variant was given another picture since. Choose it by hand.");

/**
 * The picture of a variant after the undo. If the change did not affect the variant's picture, the
 * present picture stays. If the variant still shows the picture that the change gave it, it gets
 * the earlier picture again. If it shows a third picture, this is refused with `changed`, unless
 * the change added or removed one of the two other pictures. Such a change did not choose the
 * variant's picture, so the present picture stays.
 */
function shownBack({ saved, before, after }: PictureIdSides, was: readonly PicturePart[], is: readonly PicturePart[]) {
  if (before === after || saved === before) return ok(saved);
  if (saved === after) return ok(before);
  const isIn = (pictures: readonly PicturePart[], pictureId: string | undefined) => pictures.some(({ id }) => id === pictureId);
  return isIn(is, before) && isIn(was, after) ? chosenAgain : ok(saved);
}
