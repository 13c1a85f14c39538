import { type Rule, touches, watched } from "./watched.ts";

const bump = "UPDATE catalog_version SET version = version + 1 WHERE id = 1;";

/** The version numbers changes, as writers come one by one. A subject has one row, its last. */
const record = (subjects: readonly string[]) =>
  `INSERT INTO page_change (subject, changed_in)
   SELECT subject, (SELECT version FROM catalog_version WHERE id = 1) FROM (${subjects.join(" UNION ")}) WHERE true
   ON CONFLICT (subject) DO UPDATE SET changed_in = excluded.changed_in;`;

const selected = (rule: Rule, row: string, condition: string | undefined) =>
  `SELECT ${rule.subject(row)} AS subject${condition ? ` WHERE ${condition}` : ""}`;

/** The triggers of a table, for rules that its migration names. */
export function sqliteTriggersOf(table: string, rules: readonly Rule[]): string[] {
  const whole = rules.filter(({ updatesOnly }) => !updatesOnly);
  const ofRow = (row: string) => record(whole.map((rule) => selected(rule, row, rule.where?.(row))));
  const moved = rules.flatMap((rule) => ["OLD", "NEW"].map((row) => selected(rule, row, touches(rule, "IS NOT"))));
  // Where no rule has a condition every row counts; else those that one of the rules is about.
  const when = (row: string) =>
    whole.every(({ where }) => where) ? `WHEN ${whole.map(({ where }) => where?.(row)).join(" OR ")}` : "";
  return [
    `CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} ${when("NEW")} BEGIN ${bump} ${ofRow("NEW")} END`,
    `CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} ${when("OLD")} BEGIN ${bump} ${ofRow("OLD")} END`,
    `CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} WHEN ${rules.map((rule) => touches(rule, "IS NOT")).join(" OR ")}
     BEGIN ${bump} ${record(moved)} END`,
  ];
}

export const sqlitePageChanges: readonly string[] = [
  "CREATE TABLE page_change (subject TEXT PRIMARY KEY, changed_in INTEGER NOT NULL) STRICT, WITHOUT ROWID",
  "CREATE INDEX page_change_in ON page_change (changed_in)",
  "CREATE TABLE page_change_floor (id INTEGER PRIMARY KEY CHECK (id = 1), pruned_to INTEGER NOT NULL, next INTEGER NOT NULL) STRICT",
  "INSERT INTO page_change_floor (id, pruned_to, next) VALUES (1, 0, 0)",
  ...Object.keys(watched).flatMap((table) =>
    ["added", "removed", "changed"].map((name) => `DROP TRIGGER IF EXISTS ${table}_${name}`),
  ),
  ...Object.entries(watched).flatMap(([table, rules]) => sqliteTriggersOf(table, rules)),
];
