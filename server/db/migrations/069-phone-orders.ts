import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const statements = [
  "ALTER TABLE checkout ADD COLUMN taken_by TEXT",
  "ALTER TABLE orders ADD COLUMN taken_by TEXT",
  `CREATE TABLE phone_order_opening (
  checkout_id TEXT NOT NULL REFERENCES checkout(id),
  visitor TEXT NOT NULL,
  at INT8 NOT NULL,
  PRIMARY KEY (checkout_id, visitor)
)`,
  "CREATE INDEX phone_order_opening_by_visitor ON phone_order_opening (visitor)",
  // The list of the staff has those that are not paid yet.
  "CREATE INDEX checkout_by_phone ON checkout (state, updated_at) WHERE taken_by IS NOT NULL",
];

/** Checkouts that the staff fill in on the phone, and the browsers that have opened their mailed links. */
export const phoneOrdersMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of statements) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
