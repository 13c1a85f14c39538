import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const columns = [
  // Who took the step; null for those of earlier releases.
  "ALTER TABLE order_event ADD COLUMN actor TEXT",
  // How many there are of each, which numbers the next one.
  "ALTER TABLE orders ADD COLUMN edit_count INT8 NOT NULL DEFAULT 0",
  "ALTER TABLE orders ADD COLUMN refund_count INT8 NOT NULL DEFAULT 0",
  "ALTER TABLE orders ADD COLUMN return_count INT8 NOT NULL DEFAULT 0",
  // Settled before the gateway is first asked to capture; null until then.
  "ALTER TABLE attempt ADD COLUMN capture_amount INT8 CHECK (capture_amount > 0)",
];

const tables = [
  `CREATE TABLE order_edit (
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  net INT8 NOT NULL CHECK (net >= 0),
  tax INT8 NOT NULL CHECK (tax >= 0),
  actor TEXT NOT NULL,
  at INT8 NOT NULL,
  PRIMARY KEY (order_id, n)
)`,
  `CREATE TABLE order_refund (
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  key TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('requested','refunded','withdrawn')),
  amount INT8 NOT NULL CHECK (amount > 0),
  products INT8 NOT NULL,
  shipping INT8 NOT NULL,
  tax INT8 NOT NULL,
  owed INT8 NOT NULL,
  actor TEXT NOT NULL,
  requested_at INT8 NOT NULL,
  decided_at INT8,
  PRIMARY KEY (order_id, n),
  CHECK (amount = products + shipping + tax + owed)
)`,
  `CREATE TABLE order_refund_line (
  order_id TEXT NOT NULL,
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  net INT8 NOT NULL CHECK (net >= 0),
  tax INT8 NOT NULL CHECK (tax >= 0),
  PRIMARY KEY (order_id, n, line_id),
  FOREIGN KEY (order_id, n) REFERENCES order_refund(order_id, n)
)`,
];

/** Refunds in part, and edits of an order before it ships; its lines stay as they were sold. */
export const afterSaleMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of columns) await sql.raw(text.replace("INT8", integer)).execute(db);
    for (const text of tables) await sql.raw((text + strict).replaceAll("INT8", integer)).execute(db);
  },
});
