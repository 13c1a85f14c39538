import type { Db, Tx } from "../../db/tables.ts";
import type { GiftRule } from "../rules/gift.ts";

/** A row for each product of an active rule; `threshold` is in cents. */
export const giftRows = (reader: Db | Tx) =>
  reader
    .selectFrom("gift_rule")
    .innerJoin("gift_rule_product", "gift_rule_product.rule_id", "gift_rule.id")
    .select(["gift_rule.id", "gift_rule.threshold", "gift_rule_product.product_id"])
    .where("gift_rule.active", "=", 1)
    .orderBy("gift_rule.id")
    .orderBy("gift_rule_product.product_id");

/** Rules with their products; a rule without products is left out. */
export const toGiftRules = (rows: readonly { id: string; threshold: number; product_id: string }[]): GiftRule[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => ({
    threshold: own[0]?.threshold ?? 0,
    productIds: own.map(({ product_id }) => product_id),
  }));
