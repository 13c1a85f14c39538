import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";

/** Shoppers' requests for another shipping address; each order has at most its latest one. */
export const addressRequests = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT");
    const strict = sql.raw(engine === "sqlite" ? "STRICT" : "");
    await sql`CREATE TABLE address_request (
      order_id TEXT PRIMARY KEY REFERENCES orders(id),
      state TEXT NOT NULL CHECK (state IN ('asked','withdrawn','accepted','declined','ended')),
      first_name TEXT NOT NULL,
      last_name TEXT NOT NULL,
      street_address_1 TEXT NOT NULL,
      city TEXT NOT NULL,
      postal_code TEXT NOT NULL,
      country TEXT NOT NULL,
      country_area TEXT NOT NULL,
      phone TEXT NOT NULL DEFAULT '',
      note TEXT NOT NULL DEFAULT '',
      asked_event TEXT NOT NULL,
      requested_at ${integer} NOT NULL,
      decided_event TEXT,
      decided_at ${integer}
    ) ${strict}`.execute(db);
    await sql`CREATE INDEX address_request_asked ON address_request (order_id) WHERE state = 'asked'`.execute(db);
  },
});
