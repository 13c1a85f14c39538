import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const table = `CREATE TABLE order_token (
  hash TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders(id),
  created_at INT8 NOT NULL
)`;

/** Each mail about a guest's order has a link of its own, of which only the hash is stored. */
export const orderTokensMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    await sql.raw((table + strict).replace("INT8", integer)).execute(db);
  },
});
