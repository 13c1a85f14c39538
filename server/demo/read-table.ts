import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";

/** The path of a file with the demo shop's content. */
export const datasetPath = (file: string): string => join(import.meta.dirname, "dataset", file);

/** Reads a table whose first line names the fields; an empty cell makes no field in its row. */
export async function readTable<Row>(file: string, row: z.ZodType<Row>): Promise<Row[]> {
  const text = await readFile(datasetPath(file), "utf8");
  const rows: unknown = parse(text, { columns: true, cast: (cell) => cell || undefined });
  return z.array(row).parse(rows);
}
