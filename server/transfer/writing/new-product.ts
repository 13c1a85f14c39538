import { type CleanProduct, cleanProduct, type NewPicture } from "../../catalog/new-product.ts";
import { parseDrawnKey } from "../../media/drawn/spec.ts";
import { drawnKeyOf } from "../../media/drawn/urls.ts";
import type { Draft, DraftPicture } from "../rules/draft.ts";

/** Key of the drawn picture that stands in: of category, product slug and position from 0. */
export type StandIn = (category: string, slug: string, position: number) => string;

/** A product as a file has it, ready to be saved: its description is clean, and something is drawn for each picture that is yet to come. */
export function newProductOf(draft: Draft, standIn: StandIn): CleanProduct {
  const { slug, name, category, brand, description, published, label, premium, createdAt, attributes } = draft;
  return cleanProduct({
    ...{ slug, name, category, brand, description, published },
    ...(label !== undefined && { label }),
    ...(premium !== undefined && { premium }),
    ...(createdAt !== undefined && { createdAt }),
    ...(attributes && {
      attributes: attributes.map(({ attribute, value }) => ({
        attribute: attribute.slug,
        value: value.slug,
        names: { attribute: attribute.name, among: attribute.among, value: value.name, position: value.position },
      })),
    }),
    // What an owner brings in is theirs, also where the demo shop had goods of that name.
    demo: false,
    variants: variantsOf(draft),
    pictures: picturesOf(draft, (position) => standIn(category, slug, position)),
  });
}

function variantsOf({ variants, pictures }: Draft) {
  const places = new Map(pictures.map(({ url }, at) => [url, at] as const).reverse());
  return variants.map(({ onHand, picture, line: _line, ...variant }) => {
    const shown = places.get(picture);
    return { ...variant, stock: onHand, ...(shown !== undefined && { picture: shown }) };
  });
}

function picturesOf({ pictures, name }: Draft, draw: (position: number) => string): NewPicture[] {
  if (pictures.length === 0) return [{ kind: "drawn", key: draw(0), alt: name }];
  return pictures.map(({ url, alt }: DraftPicture, position) => {
    const own = ownDrawing(url);
    return own ? { kind: "drawn", key: own, alt } : { kind: "drawn", key: draw(position), alt, wantedUrl: url };
  });
}

/** The key in the address of a picture that a shop like this one draws itself, as its export names it. */
function ownDrawing(url: string): string | undefined {
  const path = URL.parse(url, "http://shop.invalid")?.pathname ?? "";
  const key = drawnKeyOf(path);
  return key !== undefined && parseDrawnKey(key) ? key : undefined;
}
