import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** In business days; the cut-off in minutes after midnight. Null: the shop does not say. */
const columns = [
  "ALTER TABLE shipping_method ADD COLUMN days_from INT8 CHECK (days_from BETWEEN 0 AND 90)",
  "ALTER TABLE shipping_method ADD COLUMN days_to INT8 CHECK (days_to BETWEEN 0 AND 90)",
  "ALTER TABLE shipping_method ADD COLUMN cutoff INT8 CHECK (cutoff BETWEEN 0 AND 1440)",
  // What the shopper was told, as `2026-12-02`.
  "ALTER TABLE orders ADD COLUMN delivery_from TEXT",
  "ALTER TABLE orders ADD COLUMN delivery_to TEXT",
];

/** The demo shop's own methods said it in words. */
const demo = [
  ["standard", "5 to 7 working days", "Tracked, by ground", 5, 7, 840],
  ["expedited", "2 to 3 working days", "Tracked, by air", 2, 3, 840],
  ["overnight", "next working day when ordered before noon", "For orders placed before noon", 1, 1, 720],
  ["canada-tracked", "4 to 8 working days, duties included", "Tracked, duties included", 4, 8, 840],
] as const;

const shown = ["name", "countries", "position", "active", "days_from", "days_to"];
const differs = (is: string) => shown.map((column) => `OLD.${column} ${is} NEW.${column}`).join(" OR ");

const bump = "BEGIN UPDATE catalog_version SET version = version + 1 WHERE id = 1; END";
const sqliteTriggers = [
  `CREATE TRIGGER shipping_method_added AFTER INSERT ON shipping_method ${bump}`,
  `CREATE TRIGGER shipping_method_removed AFTER DELETE ON shipping_method ${bump}`,
  `CREATE TRIGGER shipping_method_changed AFTER UPDATE ON shipping_method WHEN ${differs("IS NOT")} ${bump}`,
];
const postgresTriggers = [
  `CREATE TRIGGER shipping_method_added AFTER INSERT OR DELETE ON shipping_method
   FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_change()`,
  `CREATE TRIGGER shipping_method_changed AFTER UPDATE ON shipping_method
   FOR EACH ROW WHEN (${differs("IS DISTINCT FROM")}) EXECUTE FUNCTION tell_catalog_change()`,
];

/** How long each shipping method takes, and what an order's shopper was told of it. */
export const deliveryMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    for (const text of columns) await sql.raw(text.replace("INT8", integer)).execute(db);
    for (const [id, said, description, from, to, cutoff] of demo)
      await sql`UPDATE shipping_method SET description = ${description}, days_from = ${from}, days_to = ${to}, cutoff = ${cutoff}
        WHERE id = ${id} AND description = ${said}`.execute(db);
    const triggers = engine === "sqlite" ? sqliteTriggers : postgresTriggers;
    for (const text of triggers) await sql.raw(text).execute(db);
  },
});
