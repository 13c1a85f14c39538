import type { Db } from "../../db/tables.ts";
import type { Relative } from "../rules/related.ts";

type RelatedQuery = { productId: string; categoryId: string; limit: number };

/**
 * The most popular other products of a category. The query's cost grows with `limit`, not with the
 * catalogue.
 */
export async function findRelatives(reader: Db, { productId, categoryId, limit }: RelatedQuery): Promise<Relative[]> {
  const rows = await reader
    .selectFrom("product as p")
    .select("p.id")
    .select((eb) =>
      eb
        .selectFrom("product_attribute as theirs")
        .innerJoin("product_attribute as ours", "ours.value_id", "theirs.value_id")
        .select(({ fn }) => fn.countAll<number>().as("shared"))
        .whereRef("theirs.product_id", "=", "p.id")
        .where("ours.product_id", "=", productId)
        .as("shared"),
    )
    .select((eb) =>
      eb
        .selectFrom("variant as v")
        .select(({ fn }) => fn.countAll<number>().as("left"))
        .whereRef("v.product_id", "=", "p.id")
        .where("v.active", "=", 1)
        .whereRef("v.on_hand", ">", "v.reserved")
        .as("left"),
    )
    .where("p.category_id", "=", categoryId)
    .where("p.published", "=", 1)
    .where("p.id", "<>", productId)
    .orderBy("p.popularity", "desc")
    .orderBy("p.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, shared, left }) => ({ id, shared: Number(shared), shippable: Number(left) > 0 }));
}
