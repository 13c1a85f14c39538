import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { neverChanged } from "./001-base/part.ts";

/** Changes of state of unshipped orders, with the amounts by which tax and shipping fell. */
export const readdressedOrders = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT");
    const strict = sql.raw(engine === "sqlite" ? "STRICT" : "");
    await sql`CREATE TABLE order_readdress (
      order_id TEXT NOT NULL REFERENCES orders(id),
      n ${integer} NOT NULL,
      former_country TEXT NOT NULL,
      former_area TEXT NOT NULL,
      country TEXT NOT NULL,
      area TEXT NOT NULL,
      shipping ${integer} NOT NULL CHECK (shipping >= 0),
      tax ${integer} NOT NULL CHECK (tax >= 0),
      shipping_tax ${integer} NOT NULL CHECK (shipping_tax >= 0),
      shipping_tax_ppm ${integer} NOT NULL,
      shipping_there ${integer} NOT NULL CHECK (shipping_there >= 0),
      shipping_tax_there ${integer} NOT NULL CHECK (shipping_tax_there >= 0),
      actor TEXT NOT NULL,
      at ${integer} NOT NULL,
      PRIMARY KEY (order_id, n)
    ) ${strict}`.execute(db);
    await sql`CREATE INDEX order_readdress_by_time ON order_readdress (at)`.execute(db);
    await sql`CREATE TABLE order_readdress_line (
      order_id TEXT NOT NULL,
      n ${integer} NOT NULL,
      line_id TEXT NOT NULL REFERENCES order_line(id),
      tax ${integer} NOT NULL CHECK (tax >= 0),
      tax_ppm ${integer} NOT NULL,
      PRIMARY KEY (order_id, n, line_id),
      FOREIGN KEY (order_id, n) REFERENCES order_readdress(order_id, n)
    ) ${strict}`.execute(db);
    await sql`CREATE INDEX order_readdress_line_by_line ON order_readdress_line (line_id, n, tax_ppm, tax)`.execute(db);
    for (const statement of neverChanged("order_readdress", "order_readdress_line")[engine]) await sql.raw(statement).execute(db);
  },
});
