import { type Kysely, sql } from "kysely";

/** What a shopper writes to the shop with an order, in the cart and kept with the order. */
export const orderNotesMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ["checkout", "orders"])
      await sql.raw(`ALTER TABLE ${table} ADD COLUMN order_note TEXT NOT NULL DEFAULT ''`).execute(db);
  },
};
