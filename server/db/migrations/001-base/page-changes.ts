import type { Engine } from "../../engine.ts";
import type { Part } from "./part.ts";
import { type Rule, touches, watched } from "./watched.ts";

const bump = "UPDATE catalog_version SET version = version + 1 WHERE id = 1;";

/**
 * Changes are numbered by the version, since SQLite has one writer at a time. Each subject has one
 * row, for its last change.
 */
const recordInSqlite = (subjects: readonly string[]) =>
  `INSERT INTO page_change (subject, changed_in)
   SELECT subject, (SELECT version FROM catalog_version WHERE id = 1) FROM (${subjects.join(" UNION ")}) WHERE true
   ON CONFLICT (subject) DO UPDATE SET changed_in = excluded.changed_in;`;

const selected = (rule: Rule, row: string, condition: string | undefined) =>
  `SELECT ${rule.subject(row)} AS subject${condition ? ` WHERE ${condition}` : ""}`;

/** The triggers of a table. */
export function sqliteTriggersOf(table: string, rules: readonly Rule[]): string[] {
  const whole = rules.filter(({ updatesOnly }) => !updatesOnly);
  const ofRow = (row: string) => recordInSqlite(whole.map((rule) => selected(rule, row, rule.where?.(row))));
  const moved = rules.flatMap((rule) => ["OLD", "NEW"].map((row) => selected(rule, row, touches(rule, "IS NOT"))));
  // If every rule has a condition, only rows that meet one of them count; otherwise every row
  // counts.
  const when = (row: string) =>
    whole.every(({ where }) => where) ? `WHEN ${whole.map(({ where }) => where?.(row)).join(" OR ")}` : "";
  return [
    `CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} ${when("NEW")} BEGIN ${bump} ${ofRow("NEW")} END`,
    `CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} ${when("OLD")} BEGIN ${bump} ${ofRow("OLD")} END`,
    `CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} WHEN ${rules.map((rule) => touches(rule, "IS NOT")).join(" OR ")}
     BEGIN ${bump} ${recordInSqlite(moved)} END`,
  ];
}

/**
 * Changes are numbered by their transaction. Every transaction writes its own rows, so that no
 * transaction waits for another's. A notice sends the number once the rows can be read.
 */
const recordInPostgres = (subjects: readonly string[]) =>
  `INSERT INTO page_change (subject, changed_in)
     SELECT DISTINCT subject, pg_current_xact_id()::text::bigint FROM (${subjects.join(" UNION ALL ")}) AS touched ON CONFLICT DO NOTHING;
   IF FOUND THEN PERFORM pg_notify('catalog_changed', pg_current_xact_id()::text); END IF;
   RETURN NULL;`;

const makeFunction = (name: string, body: string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`;

/** The triggers of a table and their functions. */
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
    makeFunction(`page_rows_of_${table}`, recordInPostgres(ofRows)),
    makeFunction(`page_change_of_${table}`, recordInPostgres(ofUpdate)),
    `CREATE TRIGGER ${table}_added ${onRows("INSERT", "NEW")}`,
    `CREATE TRIGGER ${table}_removed ${onRows("DELETE", "OLD")}`,
    `CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} FOR EACH ROW
     WHEN (${rules.map((rule) => touches(rule, "IS DISTINCT FROM")).join(" OR ")}) EXECUTE FUNCTION page_change_of_${table}()`,
  ];
}

/** One more trigger for changes of a table's rows, by the engine; its rule has no condition. */
export const changeTrigger: Readonly<Record<Engine, (name: string, table: string, rule: Rule) => string[]>> = {
  sqlite: (name, table, rule) => [
    `CREATE TRIGGER ${name} AFTER UPDATE ON ${table} WHEN ${touches(rule, "IS NOT")}
     BEGIN ${bump} ${recordInSqlite([selected(rule, "NEW", undefined)])} END`,
  ],
  postgres: (name, table, rule) => [
    makeFunction(`page_change_by_${name}`, recordInPostgres([selected(rule, "NEW", undefined)])),
    `CREATE TRIGGER ${name} AFTER UPDATE ON ${table} FOR EACH ROW
     WHEN (${touches(rule, "IS DISTINCT FROM")}) EXECUTE FUNCTION page_change_by_${name}()`,
  ],
};

const all = Object.entries(watched);

/**
 * Triggers record which subjects of cached pages a change affects, whichever program wrote. SQLite
 * keeps one row for each subject, its last change; PostgreSQL keeps one row for each change.
 */
export const pageChanges: Part = {
  tables: `
-- Numbers changes on SQLite.
CREATE TABLE catalog_version (
  id INT8 PRIMARY KEY CHECK (id = 1),
  version INT8 NOT NULL
);

-- Changes up to pruned_to have been deleted.
CREATE TABLE page_change_floor (
  id INT8 PRIMARY KEY CHECK (id = 1),
  pruned_to INT8 NOT NULL,
  next INT8 NOT NULL
);
`,
  rows: [
    { table: "catalog_version", rows: () => [{ id: 1, version: 1 }] },
    { table: "page_change_floor", rows: () => [{ id: 1, pruned_to: 0, next: 0 }] },
  ],
  own: {
    sqlite: [
      "CREATE TABLE page_change (subject TEXT PRIMARY KEY, changed_in INTEGER NOT NULL) STRICT, WITHOUT ROWID",
      "CREATE INDEX page_change_in ON page_change (changed_in)",
      ...all.flatMap(([table, rules]) => sqliteTriggersOf(table, rules)),
    ],
    postgres: [
      "CREATE TABLE page_change (subject TEXT NOT NULL, changed_in BIGINT NOT NULL, PRIMARY KEY (changed_in, subject))",
      ...all.flatMap(([table, rules]) => postgresTriggersOf(table, rules)),
    ],
  },
};
