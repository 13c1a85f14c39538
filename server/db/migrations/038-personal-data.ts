import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";

const cspReports = `CREATE TABLE csp_report (
  directive TEXT NOT NULL,
  blocked TEXT NOT NULL,
  screen TEXT NOT NULL,
  count INT8 NOT NULL,
  first_at INT8 NOT NULL,
  last_at INT8 NOT NULL,
  PRIMARY KEY (directive, blocked, screen)
)`;

/** Counts of what broke the pages' content security policy. */
export const personalDataMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    await sql.raw((cspReports + strict).replaceAll("INT8", integer)).execute(db);
  },
});
