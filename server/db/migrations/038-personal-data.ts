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

/** What a browser may see of orders as their payer, or by a mailed link, ends with its session. */
const endings = [
  "UPDATE orders SET visitor = NULL WHERE visitor = OLD.visitor;",
  "DELETE FROM order_grant WHERE visitor = OLD.visitor;",
];

const sqlite = [
  `CREATE TRIGGER session_ended AFTER DELETE ON session WHEN OLD.visitor IS NOT NULL BEGIN ${endings.join(" ")} END`,
];
const postgres = [
  `CREATE FUNCTION end_visitor() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${endings.join(" ")} RETURN NULL; END $$`,
  `CREATE TRIGGER session_ended AFTER DELETE ON session
   FOR EACH ROW WHEN (OLD.visitor IS NOT NULL) EXECUTE FUNCTION end_visitor()`,
];

/**
 * Counts of what broke the pages' content security policy; and the end of confirmation details with
 * a session, however it ends: on another device, by a changed password, by the account's own end.
 */
export const personalDataMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const [integer, strict] = engine === "sqlite" ? ["INTEGER", " STRICT"] : ["BIGINT", ""];
    await sql.raw((cspReports + strict).replaceAll("INT8", integer)).execute(db);
    for (const text of engine === "sqlite" ? sqlite : postgres) await sql.raw(text).execute(db);
  },
});
