import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const statements = [
  `CREATE TABLE order_return (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  state TEXT NOT NULL CHECK (state IN ('asked','received','restocked','written_off','refunded')),
  restocked INT8 NOT NULL DEFAULT 0 CHECK (restocked IN (0, 1)),
  refund_key TEXT,
  actor TEXT NOT NULL,
  asked_at INT8 NOT NULL,
  changed_at INT8 NOT NULL
)`,
  "CREATE INDEX order_return_by_order ON order_return (order_id, n)",
];

/** Products that come back: a row for the units of one line that have the same state. */
export const returnsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of statements) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
