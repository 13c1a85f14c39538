import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { remakeTriggers } from "./046-page-changes/remake.ts";
import { own, type Rule } from "./046-page-changes/watched.ts";

const methods: readonly Rule[] = [
  {
    subject: own("shipping", "id"),
    columns: ["id", "name", "countries", "position", "active", "days_from", "days_to", "zone_id"],
  },
];
const places: readonly Rule[] = [{ subject: () => "'shipping'", columns: ["country", "area", "zone_id"] }];

/** Pages say how long delivery takes, which depends on a method's zone and on the zone's places. */
export const shippingZonesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const texts = [
      "CREATE INDEX shipping_zone_place_by_zone ON shipping_zone_place (zone_id)",
      ...remakeTriggers(engine, "shipping_method", methods),
      ...remakeTriggers(engine, "shipping_zone_place", places),
    ];
    for (const text of texts) await sql.raw(text).execute(db);
  },
});
