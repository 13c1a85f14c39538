import { compiled } from "../../db/compiled.ts";
import type { Db, Row, Tx } from "../../db/tables.ts";
import { newShortId } from "../../ids.ts";
import type { StateRule } from "../rules/states.ts";

const ruleOf = ({ country, area, category_id, product_id, allowed }: Row<"state_rule">): StateRule => ({
  country,
  area,
  categoryId: category_id ?? undefined,
  productId: product_id ?? undefined,
  allowed: allowed === 1,
});

const rulesOfArea = compiled((reader, [country = "", area = ""]) =>
  reader.selectFrom("state_rule").selectAll().where("country", "=", country).where("area", "=", area),
);

/**
 * The sale rules of a place. `country` and `area` are codes such as `US` and `TX`. Empty if
 * everything may be sold there.
 */
export async function findStateRules(reader: Db, { country, area }: { country: string; area: string }): Promise<StateRule[]> {
  return (await rulesOfArea(reader, [country, area])).map(ruleOf);
}

/** Whether any product is restricted somewhere. */
export async function hasRestrictions(reader: Db): Promise<boolean> {
  const row = await reader.selectFrom("state_rule").select("id").where("allowed", "=", 0).limit(1).executeTakeFirst();
  return row !== undefined;
}

type ProductIds = { id: string; categoryId: string };

const rulesOfProducts = compiled((reader, ids) => reader.selectFrom("state_rule").selectAll().where("product_id", "in", ids));
const rulesOfCategories = compiled((reader, ids) => reader.selectFrom("state_rule").selectAll().where("category_id", "in", ids));

/** The rules of every state for these products. */
export async function findRulesOf(reader: Db, products: readonly ProductIds[]): Promise<StateRule[]> {
  if (products.length === 0) return [];
  const ids = products.map(({ id }) => id);
  const categoryIds = [...new Set(products.map(({ categoryId }) => categoryId))];
  const rows = [...(await rulesOfProducts(reader, ids)), ...(await rulesOfCategories(reader, categoryIds))];
  return rows.map(ruleOf);
}

/** Adds a rule; a rule given twice is stored twice. */
export async function addStateRule(tx: Tx, { country, area, categoryId, productId }: StateRule): Promise<void> {
  const row = { id: newShortId(), country, area, category_id: categoryId ?? null, product_id: productId ?? null };
  await tx.insertInto("state_rule").values(row).execute();
}
