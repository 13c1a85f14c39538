import type { InsertQueryBuilder, InsertResult } from "kysely";
import { compiled } from "./compiled.ts";
import type { Db, NewRow, Row, Tables, Tx } from "./tables.ts";

type Insert<Table extends keyof Tables> = InsertQueryBuilder<Tables, Table, InsertResult>;
type Inserts<Table extends keyof Tables> = (writer: Db | Tx, rows: readonly NewRow<Table>[]) => Promise<Row<Table>[]>;

/** Rows with a placeholder for each of their columns. */
const placed = (columns: readonly string[], places: readonly string[]): Record<string, string | undefined>[] =>
  Array.from({ length: places.length / columns.length }, (_, row) =>
    Object.fromEntries(columns.map((column, at) => [column, places[row * columns.length + at]])),
  );

/**
 * Builds and compiles an INSERT only once for each engine and number of rows. `finish` adds clauses
 * after the values, and their rows are returned. All rows of a call have the same columns, each
 * with a value; there is at least one row.
 */
export function insertion<Table extends keyof Tables>(
  table: Table,
  finish: (insert: Insert<Table>) => { compile: Insert<Table>["compile"] } = (insert) => insert,
): Inserts<Table> {
  const byColumns = new Map<string, (writer: Db | Tx, values: readonly unknown[]) => Promise<unknown[]>>();
  return async (writer, rows) => {
    const columns = Object.keys(rows[0] ?? {}) as (keyof NewRow<Table> & string)[];
    const names = columns.join();
    const insert =
      byColumns.get(names) ?? compiled((some, places) => finish(some.insertInto(table).values(placed(columns, places) as never)));
    byColumns.set(names, insert);
    const values = rows.flatMap((row) => columns.map((column) => row[column]));
    return (await insert(writer, values)) as Row<Table>[];
  };
}
