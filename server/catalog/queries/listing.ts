import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";
import type { Order } from "../rules/orders.ts";
import { matchesWords } from "./search.ts";

/** What a listing asks for, in ids: alternatives within one attribute, all attributes together. */
export type Wanted = {
  categoryIds: readonly string[];
  /** attribute id → value ids */
  picks: ReadonlyMap<string, readonly string[]>;
  words: readonly string[];
};

const product = expressionBuilder<Tables, "product">();

const hasOneOf = (valueIds: readonly string[]): Expression<SqlBool> =>
  product.exists(
    product
      .selectFrom("product_attribute as picked")
      .select("picked.product_id")
      .whereRef("picked.product_id", "=", "product.id")
      .where("picked.value_id", "in", valueIds),
  );

function matching({ categoryIds, picks, words }: Wanted): Expression<SqlBool> {
  return product.and([
    product("product.published", "=", 1),
    ...(categoryIds.length > 0 ? [product("product.category_id", "in", categoryIds)] : []),
    ...[...picks.values()].map(hasOneOf),
    ...matchesWords(words),
  ]);
}

const name = sql<string>`lower(product.name)`;

/** What a listing is sorted by, and which way; the id settles ties, so that no product stands on two pages. */
const ordering: Record<Order, [by: Expression<unknown>, way: "asc" | "desc", tie: "asc" | "desc"]> = {
  popular: [product.ref("product.popularity"), "desc", "asc"],
  name_asc: [name, "asc", "asc"],
  name_desc: [name, "desc", "desc"],
  price_asc: [product.ref("product.price_start"), "asc", "asc"],
  price_desc: [product.ref("product.price_start"), "desc", "desc"],
};

type Part = { order: Order; limit: number; offset: number };

export async function matchingIds(reader: Db, wanted: Wanted, { order, limit, offset }: Part): Promise<string[]> {
  const [by, way, tie] = ordering[order];
  const found = reader.selectFrom("product").select("product.id").where(matching(wanted));
  const rows = await found.orderBy(by, way).orderBy("product.id", tie).limit(limit).offset(offset).execute();
  return rows.map(({ id }) => id);
}

/** How many products each category would show: the choice of categories itself is left out of account. */
export async function countByCategory(reader: Db, wanted: Wanted): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom("product")
    .select(["product.category_id", product.fn.countAll<number>().as("count")])
    .where(matching({ ...wanted, categoryIds: [] }))
    .groupBy("product.category_id")
    .execute();
  return new Map(rows.map((row) => [row.category_id, Number(row.count)]));
}

async function countValues(reader: Db, wanted: Wanted, of: string | undefined): Promise<[string, number][]> {
  const rows = await reader
    .selectFrom("product_attribute")
    .innerJoin("product", "product.id", "product_attribute.product_id")
    .innerJoin("attribute_value", "attribute_value.id", "product_attribute.value_id")
    .select(["product_attribute.value_id", product.fn.countAll<number>().as("count")])
    .where(matching(wanted))
    .$if(of !== undefined, (query) => query.where("attribute_value.attribute_id", "=", of ?? ""))
    .$if(of === undefined && wanted.picks.size > 0, (query) =>
      query.where("attribute_value.attribute_id", "not in", [...wanted.picks.keys()]),
    )
    .groupBy("product_attribute.value_id")
    .execute();
  return rows.map((row) => [row.value_id, Number(row.count)]);
}

/** How many products each attribute value would show. One query, and one more for each attribute that is picked, whose own pick is left out. */
export async function countByValue(reader: Db, wanted: Wanted): Promise<Map<string, number>> {
  const counts = await Promise.all([
    countValues(reader, wanted, undefined),
    ...[...wanted.picks.keys()].map((attribute) => {
      const others = new Map([...wanted.picks].filter(([id]) => id !== attribute));
      return countValues(reader, { ...wanted, picks: others }, attribute);
    }),
  ]);
  return new Map(counts.flat());
}
