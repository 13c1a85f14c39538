import type { Tx } from "../db/tables.ts";
import { giftRule, promos } from "./dataset/promos.ts";
import { shippingMethods } from "./dataset/shipping.ts";
import { taxRates } from "./dataset/tax.ts";

const day = 24 * 3600 * 1000;

/** The demo shop's promo codes and gift rule, with shipping and tax. `productIds` is by slug. */
export async function loadCheckout(tx: Tx, productIds: ReadonlyMap<string, string>, now: number): Promise<void> {
  await loadOffer(tx);
  await loadPromos(tx, now);
  await loadGifts(tx, productIds);
}

/** Shipping methods and tax rates: without a method nothing can be sold. */
export async function loadOffer(tx: Tx): Promise<void> {
  const methods = shippingMethods.map((method) => ({
    id: method.slug,
    name: method.name,
    description: method.description,
    countries: method.countries.join(","),
    price: method.priceCents,
    free_from: method.freeFromCents ?? null,
    days_from: method.days[0],
    days_to: method.days[1],
    cutoff: method.cutoff,
  }));
  await tx.insertInto("shipping_method").values(methods).execute();
  const rates = taxRates.map(({ country, area, ratePpm }) => ({ country, area, rate_ppm: ratePpm }));
  await tx.insertInto("tax_rate").values(rates).execute();
}

async function loadPromos(tx: Tx, now: number): Promise<void> {
  const rows = promos.map(({ code, kind, amount, minimumCents = 0, usageLimit, startsDaysAgo, endsInDays }) => ({
    id: code.toLowerCase(),
    code,
    kind,
    amount,
    minimum: minimumCents,
    usage_limit: usageLimit ?? null,
    starts_at: now - startsDaysAgo * day,
    ends_at: now + endsInDays * day,
    demo: 1,
  }));
  await tx.insertInto("promo").values(rows).execute();
}

async function loadGifts(tx: Tx, productIds: ReadonlyMap<string, string>): Promise<void> {
  const rule = { id: "gift", threshold: giftRule.thresholdCents };
  const chosen = giftRule.products.map((slug) => ({ rule_id: rule.id, product_id: productIds.get(slug) ?? "" }));
  await tx.insertInto("gift_rule").values(rule).execute();
  await tx.insertInto("gift_rule_product").values(chosen).execute();
}
