import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { remakeTriggers } from "./046-page-changes/remake.ts";
import { own, type Rule } from "./046-page-changes/watched.ts";

const table = `CREATE TABLE promo_shipping_method (
  promo_id TEXT NOT NULL REFERENCES promo(id),
  method_id TEXT NOT NULL REFERENCES shipping_method(id),
  PRIMARY KEY (promo_id, method_id)
)`;

const methods: readonly Rule[] = [
  {
    subject: own("shipping", "id"),
    columns: ["id", "name", "countries", "position", "active", "days_from", "days_to", "zone_id", "price", "free_from"],
  },
];

/**
 * The methods that free shipping is for; the last release, which does not know them, gives it by all.
 * Pages say how long the method that is offered first takes, which may be the cheapest.
 */
export const promoMethodsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(table + (engine === "sqlite" ? " STRICT" : "")).execute(db);
    for (const text of remakeTriggers(engine, "shipping_method", methods)) await sql.raw(text).execute(db);
  },
});
