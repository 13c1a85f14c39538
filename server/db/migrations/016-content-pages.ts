import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** Markdown, never HTML: what stands there is cleaned each time that it is drawn. */
const table = `CREATE TABLE content_page (
  slug TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  markdown TEXT NOT NULL,
  demo INT8 NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
  updated_at INT8 NOT NULL
)`;

const shown = ["slug", "title", "description", "markdown", "updated_at"];
const differs = (is: string) => shown.map((column) => `OLD.${column} ${is} NEW.${column}`).join(" OR ");

const bump = "BEGIN UPDATE catalog_version SET version = version + 1 WHERE id = 1; END";
const sqliteTriggers = [
  `CREATE TRIGGER content_page_added AFTER INSERT ON content_page ${bump}`,
  `CREATE TRIGGER content_page_removed AFTER DELETE ON content_page ${bump}`,
  `CREATE TRIGGER content_page_changed AFTER UPDATE ON content_page WHEN ${differs("IS NOT")} ${bump}`,
];
const postgresTriggers = [
  `CREATE TRIGGER content_page_added AFTER INSERT OR DELETE ON content_page
   FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_change()`,
  `CREATE TRIGGER content_page_changed AFTER UPDATE ON content_page
   FOR EACH ROW WHEN (${differs("IS DISTINCT FROM")}) EXECUTE FUNCTION tell_catalog_change()`,
];

/** The owner's own pages; kept pages learn of a change as they do of the catalogue's. */
export const contentPagesMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    const triggers = engine === "sqlite" ? sqliteTriggers : postgresTriggers;
    for (const text of [table.replaceAll("INT8", integer) + strict, ...triggers]) await sql.raw(text).execute(db);
  },
});
