import { type Kysely, sql } from "kysely";

/** Lines of one order lie together, so that each product's orders are counted once without sorting; else as before. */
const texts = [
  "DROP INDEX order_line_by_product",
  "CREATE INDEX order_line_by_product ON order_line (product_id, order_id, sold_at, quantity, net, tax)",
];

/** The index of the report of products, made again with the order. */
export const productOrdersMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of texts) await sql.raw(text).execute(db);
  },
};
