import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const tables = [
  `CREATE TABLE product_redirect (
    slug TEXT NOT NULL PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES product (id),
    at INT8 NOT NULL
  )`,
];

/**
 * Former addresses of products: each leads to a product, not to another address, so that none leads
 * on or back. The indexes serve the staff's lists, which have drafts too.
 */
const indexes = [
  "CREATE INDEX product_redirect_by_product ON product_redirect (product_id)",
  "CREATE INDEX product_redirect_by_time ON product_redirect (at, slug)",
  "CREATE INDEX product_listed_by_name ON product (lower(name), id)",
  "CREATE INDEX product_listed_by_change ON product (updated_at, id)",
  "CREATE INDEX product_listed_by_price ON product (price_start, id)",
  "CREATE INDEX product_listed_by_label ON product (label, id) WHERE label IS NOT NULL",
  "CREATE INDEX product_listed_premium ON product (id) WHERE premium = 1",
  "CREATE INDEX product_listed_drafts ON product (updated_at, id) WHERE published = 0",
  "CREATE INDEX variant_sold_out ON variant (product_id) WHERE active = 1 AND on_hand <= reserved",
];

export const productEditingMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const table of tables) await sql.raw(table.replaceAll("INT8", integer) + strict).execute(db);
    for (const index of indexes) await sql.raw(index).execute(db);
  },
});
