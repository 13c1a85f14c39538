import type { NewPicture, NewProduct } from "../../catalog/new-product.ts";
import { drawnKeyOf } from "../../media/drawn-urls.ts";
import { placeholderKey } from "../../media/placeholder.ts";
import type { Draft, DraftPicture } from "../rules/draft.ts";

/** Whether the shop draws the picture with this key. */
export type IsDrawing = (key: string) => boolean;

/** How drafts are converted. With `kept` costs, the file's costs are left out. */
export type DraftOptions = { isDrawing: IsDrawing; costs?: "kept" | undefined };

/** Converts a draft to a product to save. */
export function newProductOf(draft: Draft, { isDrawing, costs }: DraftOptions): NewProduct {
  const { line: _line, attributes, ...product } = draft;
  const pictures = draft.pictures.filter(({ url }) => keyAt(url) !== placeholderKey);
  return {
    ...product,
    attributes: attributes?.map(({ attribute, value }) => ({
      attribute: attribute.slug,
      value: value.slug,
      names: { attribute: attribute.name, among: attribute.among, value: value.name, position: value.position },
    })),
    // An imported product is no demo product, even if it replaces a demo product.
    demo: false,
    // A file can archive a product, but only the staff bring it back.
    archived: product.archived || undefined,
    variants: variantsOf(draft, pictures, costs),
    pictures: pictures.map((picture) => pictureOf(picture, isDrawing)),
  };
}

function variantsOf({ variants }: Draft, pictures: readonly DraftPicture[], costs: DraftOptions["costs"]) {
  const places = new Map(pictures.map(({ url }, at) => [url, at] as const).reverse());
  return variants.map(({ onHand, picture, cost, line: _line, ...variant }) => {
    const pictureIndex = places.get(picture);
    return {
      ...variant,
      stock: onHand,
      ...(costs !== "kept" && { cost }),
      ...(pictureIndex !== undefined && { picture: pictureIndex }),
    };
  });
}

/**
 * A picture that the shop draws is available immediately. Any other picture is a placeholder until
 * it is fetched.
 */
function pictureOf({ url, alt }: DraftPicture, isDrawing: IsDrawing): NewPicture {
  const key = keyAt(url);
  const described = alt === "" ? {} : { alt };
  return key !== undefined && isDrawing(key)
    ? { kind: "drawn", key, ...described }
    : { kind: "drawn", key: placeholderKey, ...described, wantedUrl: url };
}

/** The key in the address of a drawn picture, which any shop's export may contain. */
const keyAt = (url: string): string | undefined => drawnKeyOf(URL.parse(url, "http://shop.invalid")?.pathname ?? "");
