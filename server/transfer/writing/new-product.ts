import type { NewPicture, NewProduct } from "../../catalog/new-product.ts";
import { drawnKeyOf } from "../../media/drawn-urls.ts";
import { placeholderKey } from "../../media/placeholder.ts";
import type { Draft, DraftPicture } from "../rules/draft.ts";

/** Whether the shop draws the picture of this key. */
export type IsDrawing = (key: string) => boolean;

/** A product as it is inserted; each picture that is still to be fetched has its position. */
export function newProductOf(draft: Draft, isDrawing: IsDrawing): NewProduct {
  const { slug, only, name, category, brand, description, published, label, premium, createdAt, attributes } = draft;
  const pictures = draft.pictures.filter(({ url }) => keyAt(url) !== placeholderKey);
  return {
    ...{ slug, name, category, brand, description, published },
    ...(only !== undefined && { only }),
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
    // What an owner imports is no demo product, also where the demo shop had one of that name.
    demo: false,
    variants: variantsOf(draft, pictures),
    pictures: pictures.map((picture) => pictureOf(picture, isDrawing)),
  };
}

function variantsOf({ variants }: Draft, pictures: readonly DraftPicture[]) {
  const places = new Map(pictures.map(({ url }, at) => [url, at] as const).reverse());
  return variants.map(({ onHand, picture, line: _line, ...variant }) => {
    const shown = places.get(picture);
    return { ...variant, stock: onHand, ...(shown !== undefined && { picture: shown }) };
  });
}

/**
 * A picture that the shop draws is available at once; any other has the placeholder until it is
 * fetched.
 */
function pictureOf({ url, alt }: DraftPicture, isDrawing: IsDrawing): NewPicture {
  const key = keyAt(url);
  const described = alt === "" ? {} : { alt };
  return key !== undefined && isDrawing(key)
    ? { kind: "drawn", key, ...described }
    : { kind: "drawn", key: placeholderKey, ...described, wantedUrl: url };
}

/** The key in the address of a picture that a shop of this kind draws, as its export writes it. */
const keyAt = (url: string): string | undefined => drawnKeyOf(URL.parse(url, "http://shop.invalid")?.pathname ?? "");
