import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { remakeTriggers } from "./046-page-changes/remake.ts";
import type { Rule } from "./046-page-changes/watched.ts";

const stateRules: readonly Rule[] = [
  {
    subject: (row) =>
      `CASE WHEN ${row}.product_id IS NULL THEN 'category:' || ${row}.category_id ELSE 'product:' || ${row}.product_id END`,
    columns: ["country", "area", "category_id", "product_id", "allowed"],
  },
];

// A payment in progress with a promo for a first order: no email has two of them, whatever their codes.
const claims = `CREATE TABLE first_order_claim (
  email_norm TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL REFERENCES checkout(id)
)`;

/** Products that are sold where their category is not, and first orders that are being paid. */
export const stateExceptionsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    const texts = [
      // The last release does not sell such a product there.
      `ALTER TABLE state_rule ADD COLUMN allowed ${integer} NOT NULL DEFAULT 0`,
      "CREATE INDEX state_rule_by_product ON state_rule (product_id)",
      claims + strict,
      "CREATE INDEX first_order_claim_by_checkout ON first_order_claim (checkout_id)",
      ...remakeTriggers(engine, "state_rule", stateRules),
    ];
    for (const text of texts) await sql.raw(text).execute(db);
  },
});
