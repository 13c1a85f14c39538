import type { Db } from "../../db/tables.ts";
import type { Relative } from "../rules/related.ts";

/** The most popular products of a category, with what makes them similar to others. */
export async function findRelatives(reader: Db, categoryId: string, limit: number): Promise<Relative[]> {
  const rows = await reader
    .selectFrom("product as p")
    .select("p.id")
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
    .orderBy("p.popularity", "desc")
    .orderBy("p.id")
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const values = await reader
    .selectFrom("product_attribute")
    .select(["product_id", "value_id"])
    .where("product_id", "in", ids)
    .orderBy("value_id")
    .execute();
  const valuesOf = Map.groupBy(values, (row) => row.product_id);
  return rows.map(({ id, left }) => ({
    id,
    valueIds: (valuesOf.get(id) ?? []).map((row) => row.value_id),
    shippable: Number(left) > 0,
  }));
}
