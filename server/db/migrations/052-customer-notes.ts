import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const table = `CREATE TABLE customer_note (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer (id),
  note TEXT NOT NULL,
  actor TEXT NOT NULL,
  at INT8 NOT NULL
)`;

/** What the staff note about a customer; the lists of customers are read by when they came. */
export const customerNotesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    await sql.raw(table.replaceAll("INT8", integer) + strict).execute(db);
    await sql.raw("CREATE INDEX customer_note_by_customer ON customer_note (customer_id, at)").execute(db);
    await sql.raw("CREATE INDEX customer_by_time ON customer (created_at, id)").execute(db);
  },
});
