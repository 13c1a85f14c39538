import type { Db, Tx } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";

/**
 * A small shop with ids that tests can name: products `p-1`…, each with one variant `v-1`…, at $10,
 * $20, $30 …
 */
export type ProductFixture = {
  /**
   * variant id → units on hand; `v-N` costs N × $10 and belongs to product `p-N`; odd ones are
   * seeds, even ones apparel
   */
  stock: Record<string, number>;
};

const start = Date.UTC(2020, 0, 1);
const end = Date.UTC(2100, 0, 1);

const numberOf = (variantId: string) => Number(variantId.split("-")[1]);

/** Inserts products with one variant each, named by their variants' ids. */
export async function insertProducts(tx: Tx, stock: ProductFixture["stock"]): Promise<void> {
  const rows = await tx.selectFrom("category").select(["id", "slug"]).execute();
  const categoryOf = (slug: string) => rows.find((row) => row.slug === slug)?.id ?? "";
  const numbered = Object.entries(stock).map(([id, units]) => ({ id, units, n: numberOf(id) }));
  const products = numbered.map(({ n }) => ({
    id: `p-${n}`,
    slug: `product-${n}`,
    name: `Product ${n}`,
    category_id: categoryOf(n % 2 ? "seeds" : "apparel"),
    label: null,
    brand: "Fixture",
    description: "<p>A thing.</p>",
    price_start: n * 1000,
    price_stop: n * 1000,
    created_at: start,
    updated_at: start,
  }));
  const variants = numbered.map(({ id, units, n }) => ({
    id,
    product_id: `p-${n}`,
    key: `SKU-${n}`,
    sku: `SKU-${n}`,
    name: `Variant ${n}`,
    price: n * 1000,
    compare_at: null,
    on_hand: units,
  }));
  const movements = numbered.map(({ id, units }) => ({
    id: `m-${id}`,
    variant_id: id,
    kind: "initial" as const,
    units,
    order_id: null,
    at: start,
  }));
  const pictures = numbered.map(({ id, n }) => ({
    id: `pm-${id}`,
    product_id: `p-${n}`,
    kind: "drawn" as const,
    key: `fixture-${n}`,
    alt: `Product ${n}`,
    wanted_url: null,
  }));
  if (products.length > 0) {
    await tx.insertInto("product").values(products).execute();
    await tx.insertInto("variant").values(variants).execute();
    await tx.insertInto("stock_movement").values(movements).execute();
    await tx.insertInto("product_media").values(pictures).execute();
  }
}

/**
 * Writes the fixture shop: products, two shipping methods (one free from $75), Texas tax of 8.25 %,
 * five promos, and a gift rule from $100. Product p-1 is not sent to Idaho.
 */
export async function writeProducts(db: Db, { stock }: ProductFixture): Promise<void> {
  await transact(db, async (tx) => {
    await insertProducts(tx, stock);
    await tx
      .insertInto("shipping_method")
      .values([
        { id: "standard", name: "Standard", countries: "US,CA", price: 595, free_from: 7500, position: 1 },
        { id: "overnight", name: "Overnight", countries: "US", price: 2995, free_from: null, position: 2 },
      ])
      .execute();
    await tx.insertInto("tax_rate").values({ country: "US", area: "TX", rate_ppm: 82_500 }).execute();
    // All rows of one insert name the same columns, because SQLite has no DEFAULT among values.
    const promo = { starts_at: start, ends_at: end, usage_limit: null, amount: 0, minimum: 0, once_per_customer: 0 };
    await tx
      .insertInto("promo")
      .values([
        { ...promo, id: "promo-10", code: "WELCOME10", kind: "percent", amount: 10 },
        { ...promo, id: "promo-5", code: "TAKE5", kind: "amount", amount: 500, minimum: 3000 },
        { ...promo, id: "promo-ship", code: "SHIPFREE", kind: "shipping" },
        { ...promo, id: "promo-old", code: "EXPIRED1", kind: "percent", amount: 10, ends_at: start + 1 },
        { ...promo, id: "promo-one", code: "ONEUSE", kind: "percent", amount: 20, usage_limit: 1 },
        { ...promo, id: "promo-once", code: "ONCEEACH", kind: "percent", amount: 15, once_per_customer: 1 },
      ])
      .execute();
    await tx.insertInto("gift_rule").values({ id: "gift", threshold: 10_000 }).execute();
    const gift = Object.keys(stock).find((id) => numberOf(id) === 9);
    if (gift) await tx.insertInto("gift_rule_product").values({ rule_id: "gift", product_id: "p-9" }).execute();
    if (stock["v-1"] !== undefined)
      await tx
        .insertInto("state_rule")
        .values({ id: "no-idaho", country: "US", area: "ID", category_id: null, product_id: "p-1" })
        .execute();
  });
}
