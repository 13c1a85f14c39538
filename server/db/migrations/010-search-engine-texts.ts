import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { changeTrigger } from "./001-base/page-changes.ts";

const columns = ["seo_title", "seo_description"];

/** The title and the description of a product's page for search engines; its page shows changes. */
export const searchEngineTexts = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of columns)
      await sql`ALTER TABLE product ADD COLUMN ${sql.raw(column)} TEXT NOT NULL DEFAULT ''`.execute(db);
    const rule = { subject: (row: string) => `'details:' || ${row}.id`, columns };
    for (const statement of changeTrigger[engine]("product_texts_changed", "product", rule)) await sql.raw(statement).execute(db);
  },
});
