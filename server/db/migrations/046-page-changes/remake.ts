import type { Engine } from "../001-shop.ts";
import { postgresTriggersOf } from "./postgres.ts";
import { sqliteTriggersOf } from "./sqlite.ts";
import type { Rule } from "./watched.ts";

const names = ["added", "removed", "changed"];

/** Drops the triggers by which a table's changes reach cached pages, and makes them by these rules. */
export const remakeTriggers = (engine: Engine, table: string, rules: readonly Rule[]): string[] =>
  engine === "sqlite"
    ? [...names.map((name) => `DROP TRIGGER IF EXISTS ${table}_${name}`), ...sqliteTriggersOf(table, rules)]
    : [
        ...names.map((name) => `DROP TRIGGER IF EXISTS ${table}_${name} ON ${table}`),
        ...["page_rows_of", "page_change_of"].map((name) => `DROP FUNCTION IF EXISTS ${name}_${table}()`),
        ...postgresTriggersOf(table, rules),
      ];
