import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine.ts";
import type { SchemaMigration } from "../schema-requirements.ts";
import { changeTrigger } from "./001-base/page-changes.ts";

const texts = ["picture", "picture_alt"];
const sizes = ["picture_width", "picture_height"];

/** The picture at the head of a category's listing; a change renews the category's pages. */
export const categoryPictures = (engine: Engine): SchemaMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const integer = sql.raw(engine === "sqlite" ? "INTEGER" : "BIGINT");
    for (const column of texts)
      await sql`ALTER TABLE category ADD COLUMN ${sql.raw(column)} TEXT NOT NULL DEFAULT ''`.execute(db);
    for (const column of sizes)
      await sql`ALTER TABLE category ADD COLUMN ${sql.raw(column)} ${integer} NOT NULL DEFAULT 0`.execute(db);
    const rule = { subject: (row: string) => `'category:' || ${row}.id`, columns: [...texts, ...sizes] };
    for (const statement of changeTrigger[engine]("category_picture_changed", "category", rule))
      await sql.raw(statement).execute(db);
  },
});
