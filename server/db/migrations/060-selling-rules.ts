import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const tables = [
  // What a promo is limited to; one of neither is for every product.
  `CREATE TABLE promo_category (
  promo_id TEXT NOT NULL REFERENCES promo(id),
  category_id TEXT NOT NULL REFERENCES category(id),
  PRIMARY KEY (promo_id, category_id)
)`,
  `CREATE TABLE promo_product (
  promo_id TEXT NOT NULL REFERENCES promo(id),
  product_id TEXT NOT NULL REFERENCES product(id),
  PRIMARY KEY (promo_id, product_id)
)`,
  `CREATE TABLE shipping_zone (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL
)`,
  // An empty area is the whole country, but for areas that another zone has.
  `CREATE TABLE shipping_zone_place (
  country TEXT NOT NULL,
  area TEXT NOT NULL,
  zone_id TEXT NOT NULL REFERENCES shipping_zone(id),
  PRIMARY KEY (country, area)
)`,
  `CREATE TABLE tax_category_rate (
  country TEXT NOT NULL,
  area TEXT NOT NULL,
  category_id TEXT NOT NULL REFERENCES category(id),
  rate_ppm INT8 NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  PRIMARY KEY (country, area, category_id)
)`,
];

/** Without CHECKs and references, which the last release might break. */
const columns = [
  "ALTER TABLE promo ADD COLUMN first_order_only INT8 NOT NULL DEFAULT 0",
  // Of one that gives units for units bought: its amount is 0, which the last release takes off.
  "ALTER TABLE promo ADD COLUMN buy_quantity INT8",
  "ALTER TABLE promo ADD COLUMN get_quantity INT8",
  "ALTER TABLE promo ADD COLUMN get_percent INT8",
  "ALTER TABLE shipping_method ADD COLUMN zone_id TEXT",
  "ALTER TABLE shipping_method ADD COLUMN rate_by TEXT",
  // JSON list of {from, price}: from so many grams or cents on; below the first it is `price`.
  "ALTER TABLE shipping_method ADD COLUMN rates TEXT",
  "ALTER TABLE tax_rate ADD COLUMN nexus INT8 NOT NULL DEFAULT 1",
  // The moment since which tax is collected; null: it always was.
  "ALTER TABLE tax_rate ADD COLUMN nexus_from INT8",
  "ALTER TABLE tax_rate ADD COLUMN tax_shipping INT8 NOT NULL DEFAULT 0",
  // The part of an order's tax that is on shipping, beside that of its lines.
  "ALTER TABLE orders ADD COLUMN shipping_tax INT8 NOT NULL DEFAULT 0",
  "ALTER TABLE gift_rule ADD COLUMN name TEXT NOT NULL DEFAULT ''",
];

const kinds = "IN ('percent','amount','shipping','buy_get')";

const sqlite = [
  `ALTER TABLE promo ADD COLUMN wider_kind TEXT NOT NULL DEFAULT 'percent' CHECK (wider_kind ${kinds})`,
  "UPDATE promo SET wider_kind = kind",
  "ALTER TABLE promo DROP COLUMN kind",
  "ALTER TABLE promo RENAME COLUMN wider_kind TO kind",
];
const postgres = [
  "ALTER TABLE promo DROP CONSTRAINT promo_kind_check",
  `ALTER TABLE promo ADD CONSTRAINT promo_kind_check CHECK (kind ${kinds})`,
  // As SQLite's new column has.
  "ALTER TABLE promo ALTER COLUMN kind SET DEFAULT 'percent'",
];

/**
 * What the owner may set of promos, shipping, taxes and gifts beside what there was. The last release
 * does not know the new columns: it takes a limited promo off every product.
 */
export const sellingRulesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) await sql.raw((text + strict).replaceAll("INT8", integer)).execute(db);
    for (const text of columns) await sql.raw(text.replace("INT8", integer)).execute(db);
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
    await sql`CREATE INDEX promo_by_code ON promo (upper(code))`.execute(db);
  },
});
