import type { Response } from "express";
import type { Dates } from "../../dates.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import { fileCells, type ListCell } from "../pages/list.ts";
import { fileHeads, type ListColumns, shownColumns } from "../rules/list-columns.ts";

const inBatch = 500;

type ListFile<Item, Mark, Column extends string> = {
  name: string;
  columns: ListColumns<Column>;
  chosen: readonly Column[];
  /** the most rows of one file */
  most: number;
  /** up to `limit` items after the one with this mark */
  read(after: Mark | undefined, limit: number): Promise<readonly Item[]>;
  mark(item: Item): Mark;
  cells(item: Item): Readonly<Record<Column, ListCell>>;
};

/**
 * Answers with a list as CSV, in the shown columns. It is written as it is read, so that a large
 * file is never whole in memory.
 */
export async function sendListFile<Item, Mark, Column extends string>(
  res: Response,
  dates: Dates,
  { name, columns, chosen, most, read, mark, cells }: ListFile<Item, Mark, Column>,
): Promise<void> {
  const shown = shownColumns(columns, chosen);
  res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${name}"` });
  res.write(csvLine(fileHeads(columns, shown, dates.timeZone)));
  let after: Mark | undefined;
  for (let written = 0; written < most && !res.destroyed; written += inBatch) {
    const items = await read(after, inBatch);
    for (const item of items) res.write(csvLine(fileCells(shown, cells(item), dates)));
    const last = items.at(-1);
    after = last && mark(last);
    if (items.length < inBatch) break;
  }
  res.end();
}
