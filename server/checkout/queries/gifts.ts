import { compiled } from "../../db/compiled.ts";
import type { Db, Tx } from "../../db/tables.ts";
import type { GiftRule } from "../rules/gift.ts";

const ruleRows = compiled((reader) =>
  reader
    .selectFrom("gift_rule")
    .innerJoin("gift_rule_product", "gift_rule_product.rule_id", "gift_rule.id")
    .select(["gift_rule.id", "gift_rule.threshold", "gift_rule_product.product_id"])
    .where("gift_rule.active", "=", 1)
    .orderBy("gift_rule.id")
    .orderBy("gift_rule_product.product_id"),
);

/** Active rules; `threshold` is in cents. A rule without products is left out. */
export async function findGiftRules(reader: Db | Tx): Promise<GiftRule[]> {
  const rows = await ruleRows(reader, []);
  const rules = new Map<string, GiftRule & { productIds: string[] }>();
  for (const { id, threshold, product_id } of rows) {
    const rule = rules.get(id) ?? { threshold, productIds: [] };
    rule.productIds.push(product_id);
    rules.set(id, rule);
  }
  return [...rules.values()];
}
