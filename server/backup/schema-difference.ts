import { isCopied } from "../db/copy-rows.ts";
import type { Manifest } from "./manifest.ts";

/** The columns of each table. */
export type TableColumns = ReadonlyMap<string, readonly string[]>;

const missing = (part: string) => `lacks the ${part}, which the migrations of its database make`;

/**
 * The first table or column, in words, that this release fills with rows but the backup lacks, so
 * that it would be empty.
 */
export function missingFrom(newTables: TableColumns, tables: Manifest["tables"]): string | undefined {
  for (const [name, columnsMade] of newTables) {
    const columns = tables.find((table) => table.name === name)?.columns;
    if (columns === undefined) return missing(`table ${name}`);
    const absent = columnsMade.find((column) => !columns.includes(column));
    if (absent !== undefined) return missing(`column ${name}.${absent}`);
  }
  return undefined;
}

/**
 * The tables and columns of a backup that no migration creates, such as an operator's own: `table
 * NAME` and `column TABLE.NAME`. Derived tables are ignored, since a backup need not contain them.
 */
export const addedTo = (newTables: TableColumns, tables: Manifest["tables"]): string[] =>
  tables
    .filter(({ name }) => isCopied(name))
    .flatMap(({ name, columns }) => {
      const columnsMade = newTables.get(name);
      if (columnsMade === undefined) return [`table ${name}`];
      return columns.filter((column) => !columnsMade.includes(column)).map((column) => `column ${name}.${column}`);
    });
