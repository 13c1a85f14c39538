import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** What a tax service answered for an open checkout, and the rates at which orders were taxed, for reports. */
export const taxAnswersMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = engine === "sqlite" ? "INTEGER" : "BIGINT";
    const texts = [
      // JSON; null: the built-in table counts, as it does for the last release.
      "ALTER TABLE checkout ADD COLUMN tax_answer TEXT",
      // Parts per million; null: nobody said, such as the last release or a tax service.
      `ALTER TABLE order_line ADD COLUMN tax_ppm ${integer}`,
      `ALTER TABLE orders ADD COLUMN shipping_tax_ppm ${integer}`,
    ];
    for (const text of texts) await sql.raw(text).execute(db);
  },
});
