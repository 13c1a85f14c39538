import type { ProductPictures } from "../catalog/rules/product-fields.ts";

type Typed = Readonly<Record<string, unknown>>;

const textIn = (typed: Typed, name: string): string => (typeof typed[name] === "string" ? typed[name] : "");

/**
 * The pictures as a form leaves them: each has fields `p0-…`, by its place when the form was shown.
 * A variant still shows the picture chosen for it, wherever the picture is now.
 */
export function picturesOf(shown: ProductPictures, typed: Typed): ProductPictures {
  const placed = shown.pictures.map((picture, from) => {
    const order = Number(textIn(typed, `p${from}-order`) || from + 1);
    const alt = typed[`p${from}-alt`] === undefined ? picture.alt : textIn(typed, `p${from}-alt`).trim();
    return { from, order: Number.isFinite(order) ? order : from + 1, picture: { ...picture, alt } };
  });
  const kept = placed
    .filter(({ from }) => typed[`p${from}-remove`] !== "1")
    .sort((one, other) => one.order - other.order || one.from - other.from);
  const places = new Map(kept.map(({ from }, at) => [from, at]));
  const shows = Object.entries(shown.shows).map(([variantId, from]) => {
    const chosen = textIn(typed, `s-${variantId}`);
    const wanted = /^\d{1,3}$/.test(chosen) ? Number(chosen) : from;
    return [variantId, places.get(wanted) ?? 0] as const;
  });
  return { pictures: kept.map(({ picture }) => picture), shows: Object.fromEntries(shows) };
}
