import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { remakeTriggers } from "./046-page-changes/remake.ts";
import { type Rule, watched } from "./046-page-changes/watched.ts";

const variantRules: readonly Rule[] = (watched.variant ?? []).map((rule) =>
  rule.columns.includes("sku") ? { ...rule, columns: [...rule.columns, "barcode"] } : rule,
);

/** A product's page names its barcodes to search engines: a change of one changes the page. */
export const barcodeChangesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of remakeTriggers(engine, "variant", variantRules)) await sql.raw(text).execute(db);
  },
});
