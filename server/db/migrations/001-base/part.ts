import type { Engine } from "../../engine.ts";

/** The first rows of a table in a new database. */
export type FirstRows = { table: string; rows: () => readonly Record<string, string | number>[] };

type Own = Readonly<Record<Engine, readonly string[]>>;

/** The tables of a feature, with their indexes, first rows and triggers. */
export type Part = {
  /** SQL for both engines; `INT8` stands for a 64-bit integer, and `BLOB` for bytes */
  tables: string;
  rows?: readonly FirstRows[];
  /** statements for one engine, run after all tables exist: triggers, and indexes special to it */
  own?: Own;
};

/** The body of an SQLite trigger that refuses a statement. */
export const refuseWith = (words: string): string => `BEGIN SELECT RAISE(ABORT, '${words}'); END`;

/** Triggers that refuse to change or delete a row of these tables. */
export const neverChanged = (...tables: string[]): Own => ({
  sqlite: tables.flatMap((table) =>
    ["UPDATE", "DELETE"].map(
      (event) => `CREATE TRIGGER ${table}_kept_${event} BEFORE ${event} ON ${table} ${refuseWith(`${table} is written once`)}`,
    ),
  ),
  postgres: tables.map(
    (table) => `CREATE TRIGGER ${table}_kept BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_rewrite()`,
  ),
});

type WrittenOnce = {
  table: string;
  words: string;
  /** the name of PostgreSQL's function that refuses a change */
  refuse: string;
  /** SQL conditions on the values that an erasure leaves in columns with personal data */
  erased: readonly string[];
  /** columns that no update changes */
  kept: readonly string[];
};

/** Triggers that refuse to change a row of the table, except to erase its personal values, once. */
export function writtenOnceUntilErased({ table, words, refuse, erased, kept }: WrittenOnce): Own {
  const isErasure = (is: string) =>
    [
      "OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL",
      ...erased,
      ...kept.map((column) => `NEW.${column} ${is} OLD.${column}`),
    ].join(" AND ");
  return {
    sqlite: [
      `CREATE TRIGGER ${table}_kept_update BEFORE UPDATE ON ${table} WHEN NOT (${isErasure("IS")}) ${refuseWith(words)}`,
      `CREATE TRIGGER ${table}_kept_delete BEFORE DELETE ON ${table} ${refuseWith(words)}`,
      // INSERT OR REPLACE deletes an existing row without running the trigger above. So this
      // trigger refuses it.
      `CREATE TRIGGER ${table}_kept_replace BEFORE INSERT ON ${table}
       WHEN EXISTS (SELECT 1 FROM ${table} WHERE id = NEW.id OR rowid = NEW.rowid) ${refuseWith(words)}`,
    ],
    postgres: [
      `CREATE FUNCTION ${refuse}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${words}'; END $$`,
      `CREATE TRIGGER ${table}_kept_update BEFORE UPDATE ON ${table}
       FOR EACH ROW WHEN (NOT (${isErasure("IS NOT DISTINCT FROM")})) EXECUTE FUNCTION ${refuse}()`,
      `CREATE TRIGGER ${table}_kept_delete BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${refuse}()`,
      `CREATE TRIGGER ${table}_kept_truncate BEFORE TRUNCATE ON ${table}
       FOR EACH STATEMENT EXECUTE FUNCTION ${refuse}()`,
    ],
  };
}
