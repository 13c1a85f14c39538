import type { Expression } from "kysely";
import { bundled } from "../../db/bundled.ts";
import { compiled } from "../../db/compiled.ts";
import type { Db } from "../../db/tables.ts";
import { shownPictures } from "../rules/pictures.ts";
import type { SellableVariant } from "../rules/sellable-variant.ts";
import { queryInParts } from "./parts.ts";
import { orderedPictures, pictureOf, placeholderPicture } from "./pictures.ts";

/** Ids of variants: a list, or a query of them. */
type VariantIds = readonly string[] | Expression<{ variant_id: string }>;

/**
 * Two parts of a statement for `toSellable`: the variants with data of their products, and the
 * pictures. `ids` and `sameIds` name the same variants, once for each part.
 */
export const sellableParts = (reader: Db, ids: VariantIds, sameIds: VariantIds) => ({
  variants: reader
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select([
      "v.id",
      "v.name as variantName",
      "v.price",
      "v.compare_at",
      "v.on_hand",
      "v.reserved",
      "v.active",
      "v.picture",
      "v.grams",
    ])
    .select(["p.id as productId", "p.slug", "p.name as productName", "p.published"])
    .select(["c.id as categoryId", "c.slug as categorySlug", "c.backdrop as backdropColour"])
    .where("v.id", "in", ids as readonly string[]),
  pictures: orderedPictures(reader).where("product_id", "in", (eb) =>
    eb
      .selectFrom("variant")
      .select("product_id")
      .where("id", "in", sameIds as readonly string[]),
  ),
});

const sellableRows = bundled((reader, places) => {
  const half = places.length / 2;
  return sellableParts(reader, places.slice(0, half), places.slice(half));
});

type SellableRows = Awaited<ReturnType<typeof sellableRows>>;

export function toSellable({ variants, pictures }: SellableRows): SellableVariant[] {
  const byProduct = Map.groupBy(pictures, ({ product_id }) => product_id);
  return variants.map(({ compare_at, on_hand, reserved, active, published, picture, ...variant }) => {
    const all = (byProduct.get(variant.productId) ?? []).map(pictureOf);
    const { pictures: shown, placeOf } = shownPictures(all);
    const { url, alt } = shown[placeOf(picture)] ?? shown[0] ?? placeholderPicture(variant.productName);
    return {
      ...variant,
      compareAt: compare_at ?? undefined,
      left: on_hand - reserved,
      active: active === 1 && published === 1,
      picture: { url, alt: alt || variant.productName },
    };
  });
}

/**
 * Variants by id, in any order. Variants that are no longer sold have `active: false`; unknown ids
 * are left out.
 */
export const findSellable = async (reader: Db, ids: readonly string[]): Promise<SellableVariant[]> =>
  ids.length === 0 ? [] : toSellable(await sellableRows(reader, [...ids, ...ids]));

const ownerRows = compiled<{ id: string }>((reader, ids) =>
  reader.selectFrom("variant").select("product_id as id").where("id", "in", ids).where("active", "=", 1),
);

/** Ids of the products with these variants on sale. */
export const findProductIdsOf = async (reader: Db, variantIds: readonly string[]): Promise<string[]> =>
  (await queryInParts(variantIds, (part) => ownerRows(reader, part))).map(({ id }) => id);
