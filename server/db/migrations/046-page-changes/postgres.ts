import { type Rule, touches, watched } from "./watched.ts";

/**
 * A change is numbered by its transaction. Every transaction has rows of its own, so that nobody
 * waits for another's; a notice brings the number once they can be read.
 */
const record = (subjects: readonly string[]) =>
  `INSERT INTO page_change (subject, changed_in)
     SELECT DISTINCT subject, pg_current_xact_id()::text::bigint FROM (${subjects.join(" UNION ALL ")}) AS touched ON CONFLICT DO NOTHING;
   IF FOUND THEN PERFORM pg_notify('catalog_changed', pg_current_xact_id()::text); END IF;
   RETURN NULL;`;

const makeFunction = (name: string, body: string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`;

/** The triggers of a table and their functions, for rules that its migration names. */
export function postgresTriggersOf(table: string, rules: readonly Rule[]): string[] {
  const whole = rules.filter(({ updatesOnly }) => !updatesOnly);
  const ofRows = whole.map(
    (rule) => `SELECT ${rule.subject("moved")} AS subject FROM moved${rule.where ? ` WHERE ${rule.where("moved")}` : ""}`,
  );
  const ofUpdate = rules.flatMap((rule) =>
    ["OLD", "NEW"].map((row) => `SELECT ${rule.subject(row)} AS subject WHERE ${touches(rule, "IS DISTINCT FROM")}`),
  );
  const onRows = (event: string, rows: string) =>
    `AFTER ${event} ON ${table} REFERENCING ${rows} TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION page_rows_of_${table}()`;
  return [
    makeFunction(`page_rows_of_${table}`, record(ofRows)),
    makeFunction(`page_change_of_${table}`, record(ofUpdate)),
    `CREATE TRIGGER ${table}_added ${onRows("INSERT", "NEW")}`,
    `CREATE TRIGGER ${table}_removed ${onRows("DELETE", "OLD")}`,
    `CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} FOR EACH ROW
     WHEN (${rules.map((rule) => touches(rule, "IS DISTINCT FROM")).join(" OR ")}) EXECUTE FUNCTION page_change_of_${table}()`,
  ];
}

export const postgresPageChanges: readonly string[] = [
  "CREATE TABLE page_change (subject TEXT NOT NULL, changed_in BIGINT NOT NULL, PRIMARY KEY (changed_in, subject))",
  "CREATE TABLE page_change_floor (id BIGINT PRIMARY KEY CHECK (id = 1), pruned_to BIGINT NOT NULL, next BIGINT NOT NULL)",
  "INSERT INTO page_change_floor (id, pruned_to, next) VALUES (1, 0, 0)",
  ...Object.keys(watched).flatMap((table) =>
    ["added", "changed"].map((name) => `DROP TRIGGER IF EXISTS ${table}_${name} ON ${table}`),
  ),
  ...Object.entries(watched).flatMap(([table, rules]) => postgresTriggersOf(table, rules)),
];
