import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const added = ["ALTER TABLE order_line ADD COLUMN sold_at INT8", "ALTER TABLE variant ADD COLUMN category_id TEXT"];

/** A line is written once: what has no time yet is not written to its end. */
const guard: Readonly<Record<Engine, readonly [before: string, after: string]>> = {
  sqlite: [
    "DROP TRIGGER order_line_kept_UPDATE",
    `CREATE TRIGGER order_line_kept_UPDATE BEFORE UPDATE ON order_line WHEN OLD.sold_at IS NOT NULL
     BEGIN SELECT RAISE(ABORT, 'order_line is written once'); END`,
  ],
  postgres: ["ALTER TABLE order_line DISABLE TRIGGER order_line_kept", "ALTER TABLE order_line ENABLE TRIGGER order_line_kept"],
};

const filled = [
  "UPDATE order_line SET sold_at = (SELECT o.placed_at FROM orders o WHERE o.id = order_line.order_id)",
  "UPDATE variant SET category_id = (SELECT p.category_id FROM product p WHERE p.id = variant.product_id)",
];

/** What reports sum up, each in one index that has all of it. */
const indexes = [
  "DROP INDEX order_line_by_product",
  "CREATE INDEX order_line_by_product ON order_line (product_id, sold_at, quantity, net, tax)",
  "CREATE INDEX variant_in_stock ON variant (category_id, on_hand, price) WHERE on_hand > 0",
];

const placedAt = "(SELECT o.placed_at FROM orders o WHERE o.id = NEW.order_id)";
const category = "(SELECT p.category_id FROM product p WHERE p.id = NEW.product_id)";
const moved = "UPDATE variant SET category_id = NEW.category_id WHERE product_id = NEW.id;";

const sqlite = [
  `CREATE TRIGGER order_line_sold AFTER INSERT ON order_line WHEN NEW.sold_at IS NULL
   BEGIN UPDATE order_line SET sold_at = ${placedAt} WHERE id = NEW.id; END`,
  ...["INSERT", "UPDATE OF product_id, category_id"].map(
    (change, at) => `CREATE TRIGGER variant_category_${at === 0 ? "added" : "changed"} AFTER ${change} ON variant
     WHEN NEW.category_id IS NOT ${category}
     BEGIN UPDATE variant SET category_id = ${category} WHERE id = NEW.id; END`,
  ),
  `CREATE TRIGGER product_category_changed AFTER UPDATE OF category_id ON product WHEN OLD.category_id <> NEW.category_id
   BEGIN ${moved} END`,
];

const postgres = [
  `CREATE FUNCTION set_sold_at() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN NEW.sold_at := ${placedAt}; RETURN NEW; END $$`,
  `CREATE TRIGGER order_line_sold BEFORE INSERT ON order_line FOR EACH ROW WHEN (NEW.sold_at IS NULL)
   EXECUTE FUNCTION set_sold_at()`,
  // The product is locked against another category until this variant is there.
  `CREATE FUNCTION set_variant_category() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     SELECT p.category_id INTO NEW.category_id FROM product p WHERE p.id = NEW.product_id FOR SHARE;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER variant_category_set BEFORE INSERT OR UPDATE OF product_id, category_id ON variant FOR EACH ROW
   EXECUTE FUNCTION set_variant_category()`,
  `CREATE FUNCTION move_variants() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${moved} RETURN NULL; END $$`,
  `CREATE TRIGGER product_category_changed AFTER UPDATE OF category_id ON product FOR EACH ROW
   WHEN (OLD.category_id <> NEW.category_id) EXECUTE FUNCTION move_variants()`,
];

/**
 * When a line was sold, and the category of a variant, beside what is summed up. No row has sums of others:
 * orders would wait for each other there.
 */
export const reportColumnsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    const [unguard, guarded] = guard[engine];
    for (const text of [...added, unguard, ...filled, guarded, ...indexes, ...(engine === "sqlite" ? sqlite : postgres)])
      await sql.raw(text.replaceAll("INT8", integer)).execute(db);
  },
});
