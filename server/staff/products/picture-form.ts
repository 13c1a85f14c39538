import type { ProductPictures } from "../../catalog/rules/product-fields.ts";
import { readText } from "../../read-text.ts";

type TypedForm = Readonly<Record<string, unknown>>;

/**
 * The pictures as a form leaves them: each has fields `p0-…`, by its place when the form was shown.
 * A variant still shows the picture chosen for it, wherever the picture is now.
 */
export function picturesOf(shown: ProductPictures, typed: TypedForm): ProductPictures {
  const placed = shown.pictures.map((picture, from) => {
    const order = Number(readText(typed[`p${from}-order`]) || from + 1);
    const alt = readText(typed[`p${from}-alt`], picture.alt).trim();
    return { from, order: Number.isFinite(order) ? order : from + 1, picture: { ...picture, alt } };
  });
  const kept = placed
    .filter(({ from }) => typed[`p${from}-remove`] !== "1")
    .sort((one, other) => one.order - other.order || one.from - other.from);
  const places = new Map(kept.map(({ from }, at) => [from, at]));
  const shows = Object.entries(shown.shows).map(([variantId, from]) => {
    const chosen = readText(typed[`s-${variantId}`]);
    const wanted = /^\d{1,3}$/.test(chosen) ? Number(chosen) : from;
    return [variantId, places.get(wanted) ?? 0] as const;
  });
  return { pictures: kept.map(({ picture }) => picture), shows: Object.fromEntries(shows) };
}
