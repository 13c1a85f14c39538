import type { Db, Row, Tx } from "../../db/tables.ts";
import { newId } from "../ids.ts";
import type { StateRule } from "../rules/states.ts";

const ruleOf = ({ country, area, category_id, product_id }: Row<"state_rule">): StateRule => ({
  country,
  area,
  categoryId: category_id ?? undefined,
  productId: product_id ?? undefined,
});

export async function findStateRules(reader: Db, { country, area }: { country: string; area: string }): Promise<StateRule[]> {
  const found = reader.selectFrom("state_rule").selectAll().where("country", "=", country).where("area", "=", area);
  return (await found.execute()).map(ruleOf);
}

export async function findProductRules(reader: Db, { id, categoryId }: { id: string; categoryId: string }): Promise<StateRule[]> {
  const found = reader
    .selectFrom("state_rule")
    .selectAll()
    .where((eb) => eb("product_id", "=", id).or("category_id", "=", categoryId));
  return (await found.execute()).map(ruleOf);
}

export async function addStateRule(tx: Tx, { country, area, categoryId, productId }: StateRule): Promise<void> {
  const row = { id: newId(), country, area, category_id: categoryId ?? null, product_id: productId ?? null };
  await tx.insertInto("state_rule").values(row).execute();
}
