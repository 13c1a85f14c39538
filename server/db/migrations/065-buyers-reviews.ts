import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { remakeTriggers } from "./046-page-changes/remake.ts";
import { own, type Rule } from "./046-page-changes/watched.ts";

const rules: readonly Rule[] = [
  {
    subject: own("details", "product_id"),
    columns: ["id", "product_id", "author", "stars", "title", "body", "published", "at", "order_id", "answer", "answered_at"],
    where: (row) => `${row}.published = 1`,
  },
];

/**
 * Reviews that a product's buyers write. `order_id`: the buyer's first shipped order of the product;
 * the id is made of both, which makes it one review for each buyer. `decided_at`: null while it waits for the staff.
 */
export const buyersReviewsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const time = engine === "sqlite" ? "INTEGER" : "BIGINT";
    const texts = [
      "ALTER TABLE review ADD COLUMN order_id TEXT",
      `ALTER TABLE review ADD COLUMN decided_at ${time}`,
      "ALTER TABLE review ADD COLUMN answer TEXT NOT NULL DEFAULT ''",
      `ALTER TABLE review ADD COLUMN answered_at ${time}`,
      `ALTER TABLE orders ADD COLUMN review_invited_at ${time}`,
      "CREATE INDEX orders_to_invite ON orders (fulfilled_at) WHERE state = 'fulfilled' AND review_invited_at IS NULL",
      "CREATE INDEX review_by_order ON review (order_id, product_id) WHERE order_id IS NOT NULL",
      "CREATE INDEX review_by_time ON review (at, id)",
      "CREATE INDEX review_waiting ON review (at, id) WHERE published = 0 AND decided_at IS NULL",
      ...remakeTriggers(engine, "review", rules),
    ];
    for (const text of texts) await sql.raw(text).execute(db);
  },
});
