import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { changeTrigger } from "./001-base/page-changes.ts";

/** Whether a picture is the one shown when its product's page is shared; the page shows changes. */
export const sharedPictures = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const values = sql.raw("('no','chosen','only')");
    await sql`ALTER TABLE product_media ADD COLUMN sharing TEXT NOT NULL DEFAULT 'no' CHECK (sharing IN ${values})`.execute(db);
    const rule = { subject: (row: string) => `'product:' || ${row}.product_id`, columns: ["sharing"] };
    for (const statement of changeTrigger[engine]("product_media_sharing", "product_media", rule))
      await sql.raw(statement).execute(db);
  },
});
