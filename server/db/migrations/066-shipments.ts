import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const statements = [
  "ALTER TABLE orders ADD COLUMN shipment_count INT8 NOT NULL DEFAULT 0",
  `CREATE TABLE order_shipment (
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  carrier TEXT,
  tracking TEXT,
  actor TEXT NOT NULL,
  at INT8 NOT NULL,
  PRIMARY KEY (order_id, n)
)`,
  `CREATE TABLE order_shipment_line (
  order_id TEXT NOT NULL,
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, n, line_id),
  FOREIGN KEY (order_id, n) REFERENCES order_shipment(order_id, n)
)`,
];

/** Shipments of an order, which may go out in parts; those of earlier releases have no rows. */
export const shipmentsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of statements) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
