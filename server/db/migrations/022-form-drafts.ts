import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** What was typed into a native form that met the end of its session, for one hour. */
const tables = [
  `CREATE TABLE form_draft (
  visitor TEXT NOT NULL,
  path TEXT NOT NULL,
  form TEXT NOT NULL,
  typed TEXT NOT NULL,
  expires_at INT8 NOT NULL,
  PRIMARY KEY (visitor, path)
)`,
  "CREATE INDEX form_draft_by_end ON form_draft (expires_at)",
];

/** Adds an empty table; the engines differ in the types of its columns. */
export const formDraftsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    for (const text of tables) {
      const whole = text.startsWith("CREATE TABLE") ? text + strict : text;
      await sql.raw(whole.replaceAll("INT8", integer)).execute(db);
    }
  },
});
