import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const statements = [
  `CREATE TABLE return_request (
  order_id TEXT NOT NULL REFERENCES orders(id),
  n INT8 NOT NULL,
  asked_event TEXT NOT NULL,
  requested_at INT8 NOT NULL,
  decision TEXT CHECK (decision IN ('accepted','declined')),
  decided_event TEXT,
  decided_at INT8,
  PRIMARY KEY (order_id, n)
)`,
  `CREATE TABLE return_request_line (
  order_id TEXT NOT NULL,
  n INT8 NOT NULL,
  line_id TEXT NOT NULL REFERENCES order_line(id),
  quantity INT8 NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, n, line_id),
  FOREIGN KEY (order_id, n) REFERENCES return_request(order_id, n)
)`,
];

/**
 * Returns that shoppers asked for, by the number of the return. Their words, and the shop's, are notes of
 * the order's events, which earlier releases export and erase too.
 */
export const returnRequestsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of statements) await sql.raw((text + strict).replaceAll("INT8", integer)).execute(db);
  },
});
