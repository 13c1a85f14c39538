import { directions, movedIn } from "../../catalog/rules/category-order.ts";
import type { PictureFields, ProductPictures } from "../../catalog/rules/product-fields.ts";
import { readText } from "../../read-text.ts";
import type { FormBody } from "../forms/body.ts";

/** The numbers of pictures in their order, after a pressed button moved one of them by a place. */
function movedNumbers(order: readonly string[], pressed: string): readonly string[] {
  const [, number = "", direction] = /^(\d{1,3})-(up|down)$/.exec(pressed) ?? [];
  const known = directions.find((each) => each === direction);
  return known ? movedIn(order, number, known) : order;
}

/**
 * Reads the pictures' order and texts from a form. Fields `p0-…` belong to the picture that was
 * first when the form was shown. A variant still shows its chosen picture after a picture moves.
 */
export function readPlacement(saved: ProductPictures, body: FormBody): ProductPictures {
  const placed = saved.pictures.map((picture, from) => {
    const order = Number(readText(body[`p${from}-order`]) || from + 1);
    const alt = readText(body[`p${from}-alt`], picture.alt).trim();
    return { from, order: Number.isFinite(order) ? order : from + 1, picture: { ...picture, alt } };
  });
  const kept = placed
    .filter(({ from }) => body[`p${from}-remove`] !== "1")
    .sort((one, other) => one.order - other.order || one.from - other.from);
  const order = movedNumbers(
    kept.map(({ from }) => String(from)),
    readText(body.move),
  );
  const remaining = order.flatMap((number) => kept.filter(({ from }) => String(from) === number));
  const places = new Map(remaining.map(({ from }, at) => [from, at]));
  const shows = Object.entries(saved.shows).map(([variantId, from]) => {
    const text = readText(body[`s-${variantId}`]);
    const place = /^\d{1,3}$/.test(text) ? Number(text) : from;
    return [variantId, places.get(place) ?? 0] as const;
  });
  return { pictures: remaining.map(({ from, picture }) => shared(picture, from, saved, body)), shows: Object.fromEntries(shows) };
}

/** The picture with the form's choice of the one for links. A form without the choice keeps it. */
function shared({ sharing, ...picture }: PictureFields, from: number, saved: ProductPictures, body: FormBody): PictureFields {
  const was = saved.pictures.findIndex((each) => each.sharing !== undefined);
  const chosen = readText(body.shared, was < 0 ? "" : String(was));
  if (chosen !== String(from)) return picture;
  const isOnly = readText(body.sharing, sharing) === "only";
  return { ...picture, sharing: isOnly ? "only" : "chosen" };
}
