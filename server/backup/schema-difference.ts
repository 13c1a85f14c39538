import { isCopied } from "../db/copy-rows.ts";
import type { Manifest } from "./manifest.ts";

/** The columns of each table. */
export type TableColumns = ReadonlyMap<string, readonly string[]>;

const extra = (what: string) => `has the ${what}, which the migrations of its database do not make`;
const missing = (what: string) => `lacks the ${what}, which the migrations of its database make`;

/** The first column that one of the lists has alone. */
function columnDifference(table: string, made: readonly string[], columns: readonly string[]): string | undefined {
  const unknown = columns.find((column) => !made.includes(column));
  if (unknown !== undefined) return extra(`column ${table}.${unknown}`);
  const absent = made.find((column) => !columns.includes(column));
  return absent === undefined ? undefined : missing(`column ${table}.${absent}`);
}

/**
 * What a backup has other than the tables that are made for its rows, in words: what has no place would be
 * lost, and what is missing be empty. Tables that are written anew may be in it or not.
 */
export function differenceFrom(made: TableColumns, tables: Manifest["tables"]): string | undefined {
  const copied = tables.filter(({ name }) => isCopied(name));
  const absent = [...made.keys()].find((name) => !copied.some((table) => table.name === name));
  if (absent !== undefined) return missing(`table ${absent}`);
  for (const { name, columns } of copied) {
    const columnsMade = made.get(name);
    if (columnsMade === undefined) return extra(`table ${name}`);
    const difference = columnDifference(name, columnsMade, columns);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
