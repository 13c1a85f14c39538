import type { Db, Tx } from "../../db/tables.ts";
import type { GiftFields } from "../rules/gift-fields.ts";

type GiftRow = { id: string; name: string; threshold: number; active: number };

const toFields = ({ name, threshold, active }: GiftRow, productIds: string[]): GiftFields => ({
  name,
  threshold,
  active: active === 1,
  productIds,
});

const productsOf = async (reader: Db | Tx, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : await reader.selectFrom("gift_rule_product").selectAll().where("rule_id", "in", ids).orderBy("product_id").execute();

export async function lockGiftFields(tx: Tx, id: string): Promise<GiftFields | undefined> {
  const row = await tx.selectFrom("gift_rule").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) return undefined;
  return toFields(
    row,
    (await productsOf(tx, [id])).map(({ product_id }) => product_id),
  );
}

/** All rules, including inactive ones, the lowest threshold first. */
export async function findGiftRecords(reader: Db | Tx): Promise<(GiftFields & { id: string })[]> {
  const rows = await reader.selectFrom("gift_rule").selectAll().orderBy("threshold").orderBy("id").execute();
  const products = await productsOf(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    ...toFields(
      row,
      products.filter(({ rule_id }) => rule_id === row.id).map(({ product_id }) => product_id),
    ),
  }));
}

export async function putGift(tx: Tx, id: string, { name, threshold, active, productIds }: GiftFields): Promise<void> {
  const columns = { name: name.trim(), threshold, active: active ? 1 : 0 };
  await tx
    .insertInto("gift_rule")
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
  await tx.deleteFrom("gift_rule_product").where("rule_id", "=", id).execute();
  const rows = [...new Set(productIds)].map((product_id) => ({ rule_id: id, product_id }));
  if (rows.length > 0) await tx.insertInto("gift_rule_product").values(rows).execute();
}

export async function deleteGiftRule(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("gift_rule_product").where("rule_id", "=", id).execute();
  await tx.deleteFrom("gift_rule").where("id", "=", id).execute();
}
