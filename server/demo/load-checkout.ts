import { oneDay } from "../catalog/rules/days.ts";
import type { Tx } from "../db/tables.ts";
import giftRule from "./dataset/gift-rule.json" with { type: "json" };
import type { Dataset, Offer } from "./read-dataset.ts";

/** Loads the shipping methods and tax rates. */
export async function loadOffer(tx: Tx, { shippingMethods, taxRates }: Offer): Promise<void> {
  await tx.insertInto("shipping_method").values(shippingMethods).execute();
  await tx.insertInto("tax_rate").values(taxRates).execute();
}

/** Loads the demo shop's promo codes. */
export async function loadPromos(tx: Tx, { promos }: Dataset, now: number): Promise<void> {
  const rows = promos.map(({ code, kind, amount, minimumCents = 0, usageLimit, startsDaysAgo, endsInDays }) => ({
    id: code.toLowerCase(),
    code,
    kind,
    amount,
    minimum: minimumCents,
    usage_limit: usageLimit ?? null,
    starts_at: now - startsDaysAgo * oneDay,
    ends_at: now + endsInDays * oneDay,
    demo: 1,
  }));
  await tx.insertInto("promo").values(rows).execute();
}

/**
 * Loads the gift rule: with a large enough subtotal, a shopper chooses a free product. The keys of
 * `productIds` are slugs.
 */
export async function loadGifts(tx: Tx, productIds: ReadonlyMap<string, string>): Promise<void> {
  const rule = { id: "gift", threshold: giftRule.thresholdCents };
  const chosen = giftRule.products.map((slug) => ({ rule_id: rule.id, product_id: productIds.get(slug) ?? "" }));
  await tx.insertInto("gift_rule").values(rule).execute();
  await tx.insertInto("gift_rule_product").values(chosen).execute();
}
