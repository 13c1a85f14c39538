import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const texts = [
  "ALTER TABLE product ADD COLUMN publish_at INT8",
  "ALTER TABLE product ADD COLUMN unpublish_at INT8",
  "CREATE INDEX product_to_publish ON product (publish_at) WHERE publish_at IS NOT NULL",
  "CREATE INDEX product_to_unpublish ON product (unpublish_at) WHERE unpublish_at IS NOT NULL",
  `CREATE TABLE price_schedule (
    id TEXT NOT NULL PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES product (id),
    variant_id TEXT NOT NULL REFERENCES variant (id),
    price INT8 NOT NULL CHECK (price >= 0),
    starts_at INT8 NOT NULL,
    ends_at INT8 CHECK (ends_at IS NULL OR ends_at > starts_at),
    shows_former INT8 NOT NULL CHECK (shows_former IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'active', 'ended')),
    former_price INT8,
    former_compare_at INT8
  )`,
  "CREATE INDEX price_schedule_by_product ON price_schedule (product_id)",
  "CREATE INDEX price_schedule_to_begin ON price_schedule (starts_at) WHERE state = 'waiting'",
  "CREATE INDEX price_schedule_to_end ON price_schedule (ends_at) WHERE state = 'active' AND ends_at IS NOT NULL",
];

/**
 * When a product is published or hidden by itself, and prices for a time. Pages and payments read
 * `published` and `price` alone, which change at that moment: what is shown and what is charged agree.
 */
export const productSchedulesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of texts) {
      const end = text.startsWith("CREATE TABLE") ? strict : "";
      await sql.raw(text.replaceAll("INT8", integer) + end).execute(db);
    }
  },
});
