import { compiled } from "../../db/compiled.ts";
import type { Db } from "../../db/tables.ts";
import { backdropColourOf } from "../rules/product.ts";
import type { SellableVariant } from "../rules/sellable-variant.ts";
import { queryInParts } from "./parts.ts";
import { findPictures, placeholderPicture } from "./pictures.ts";

const sellableRows = compiled((reader, ids) =>
  reader
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(["v.id", "v.name as variantName", "v.price", "v.compare_at", "v.on_hand", "v.reserved", "v.active", "v.picture"])
    .select(["p.id as productId", "p.slug", "p.name as productName", "p.published"])
    .select(["c.id as categoryId", "c.slug as categorySlug"])
    .where("v.id", "in", ids),
);

/**
 * Those that are no longer sold too, as not `active`; unknown ids are absent. In no certain order.
 */
export async function findSellable(reader: Db, ids: readonly string[]): Promise<SellableVariant[]> {
  if (ids.length === 0) return [];
  const rows = await sellableRows(reader, ids);
  const pictures = await findPictures(reader, [...new Set(rows.map(({ productId }) => productId))]);
  return rows.map(({ compare_at, on_hand, reserved, active, published, picture, ...variant }) => {
    const all = pictures.get(variant.productId) ?? [];
    const { url, alt } = all[picture] ?? all[0] ?? placeholderPicture(variant.productName);
    return {
      ...variant,
      compareAt: compare_at ?? undefined,
      left: on_hand - reserved,
      active: active === 1 && published === 1,
      picture: { url, alt },
      backdropColour: backdropColourOf(variant.categorySlug),
    };
  });
}

const ownerRows = compiled<{ id: string }>((reader, ids) =>
  reader.selectFrom("variant").select("product_id as id").where("id", "in", ids).where("active", "=", 1),
);

/** Ids of the products that have these variants on sale. */
export const findProductIdsOf = async (reader: Db, variantIds: readonly string[]): Promise<string[]> =>
  (await queryInParts(variantIds, (part) => ownerRows(reader, part))).map(({ id }) => id);
