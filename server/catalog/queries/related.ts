import type { Db } from "../../db/tables.ts";
import type { Relative } from "../rules/related.ts";

/** The most changes that are compared; after more, the whole list is read again. */
const mostChanged = 500;

/** The most popular products of a category, with the data for their similarity to others. */
export async function findRelatives(reader: Db, categoryId: string, limit: number): Promise<Relative[]> {
  const rows = await reader
    .selectFrom("product as p")
    .select(["p.id", "p.popularity"])
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
  return rows.map(({ id, popularity, left }) => ({
    id,
    popularity,
    valueIds: (valuesOf.get(id) ?? []).map((row) => row.value_id),
    shippable: Number(left) > 0,
  }));
}

type RelatedProducts = { categoryId: string; relatives: readonly Relative[]; limit: number; ids: readonly string[] };

/**
 * Whether `relatives` are still the most popular products of a category after the products `ids`
 * have changed. False if a changed product is in the list or now ranks before its end. Also false
 * if there are too many changes to compare.
 */
export async function areStillFirst(reader: Db, { categoryId, relatives, limit, ids }: RelatedProducts): Promise<boolean> {
  const [last, listed] = [relatives.at(-1), new Set(relatives.map(({ id }) => id))];
  if (!last || relatives.length < limit || ids.length === 0 || ids.length > mostChanged) return false;
  if (ids.some((id) => listed.has(id))) return false;
  const { popularity } = last;
  const before = await reader
    .selectFrom("product")
    .select("id")
    .where("id", "in", ids)
    .where("category_id", "=", categoryId)
    .where("published", "=", 1)
    .where((eb) =>
      eb.or([eb("popularity", ">", popularity), eb.and([eb("popularity", "=", popularity), eb("id", "<", last.id)])]),
    )
    .limit(1)
    .executeTakeFirst();
  return before === undefined;
}
