import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const tables = [
  `CREATE TABLE order_grant (
  visitor TEXT NOT NULL,
  order_id TEXT NOT NULL REFERENCES orders(id),
  until INT8 NOT NULL,
  PRIMARY KEY (visitor, order_id)
)`,
  "CREATE INDEX order_grant_by_end ON order_grant (until)",
];

/** A browser in which a mailed link was followed may see that order for a limited time. */
export const orderGrantMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
