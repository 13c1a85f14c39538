import type { Response } from "express";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import type { ListState } from "./address.ts";
import { cellOf, fileCell, shownColumns, zonedHead } from "./columns.ts";
import type { AnyStaffList, ListContext } from "./list.ts";
import { sendCsv } from "./send-csv.ts";

const inBatch = 500;
/** The most records of one file. */
const mostInFile = 500_000;

/**
 * Sends a list as CSV with the shown columns. Rows are sent as they are read, so that a large file
 * is never whole in memory.
 */
export async function sendListFile(
  res: Response,
  list: AnyStaffList,
  context: ListContext,
  { search, state }: { search: unknown; state: ListState },
): Promise<void> {
  const { dates } = context;
  const names = shownColumns(list.columns, state.columns);
  const shows = (column: string) => names.includes(column);
  const columns = names.flatMap((name) => list.columns[name] ?? []);
  const most = list.mostInFile ?? mostInFile;
  await sendCsv(res, `${list.name}.csv`, async (write) => {
    await write(csvLine(columns.map(({ label, isTime }) => (isTime ? zonedHead(label, dates.timeZone) : label))));
    let after: string | undefined;
    for (let written = 0; written < most; written += inBatch) {
      const rows = await list.read(context, search, { sort: state.sort, after, limit: inBatch, shows });
      const lines = rows.map((row) => columns.map((column) => fileCell(cellOf(column, row, { ...context, shows }), dates)));
      await write(lines.map(csvLine).join(""));
      const last = rows.at(-1);
      after = last && list.after.of(last);
      if (rows.length < inBatch) break;
    }
  });
}
