import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

/** The words of emails that the owner has changed. An email without a row has the shop's own. */
export const emailWordingsMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    const table = `CREATE TABLE email_wording (
  kind TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  heading TEXT NOT NULL,
  text TEXT NOT NULL,
  button TEXT NOT NULL,
  small TEXT NOT NULL,
  changed_at ${integer} NOT NULL
)${strict}`;
    await sql.raw(table).execute(db);
  },
});
