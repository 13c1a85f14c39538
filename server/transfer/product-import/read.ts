import type { Db } from "../../db/tables.ts";
import {
  findImportRow,
  findImports,
  findLines,
  findLinesAfter,
  type ImportLine,
  type ImportRow,
  type ImportStep,
} from "./queries.ts";

export type { ImportLine, ImportRow, ImportStep };

/** An upload, or undefined; one that has not come whole is none. */
export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const row = await findImportRow(db, id);
  return row?.state === "uploading" ? undefined : row;
}

/** The latest first. */
export const listImports = (db: Db, limit: number): Promise<ImportRow[]> => findImports(db, limit);

/** What a report says of bad rows, products, and pictures, in the order of the file. */
export const importProblems = (db: Db, id: string, step: ImportStep, limit: number): Promise<ImportLine[]> =>
  findLines(db, { id, step, kinds: ["problem", "left out", "picture"] }, limit);

/** The products that it created and changed. */
export const importChanges = (db: Db, id: string, step: ImportStep, limit: number): Promise<ImportLine[]> =>
  findLines(db, { id, step, kinds: ["create", "change"] }, limit);

const inBatch = 1000;

/** All lines of a report, some at a time. */
export async function* importLines(db: Db, id: string, step: ImportStep): AsyncGenerator<ImportLine[]> {
  for (let after = 0; ; ) {
    const lines = await findLinesAfter(db, { id, step, after }, inBatch);
    if (lines.length > 0) yield lines;
    if (lines.length < inBatch) return;
    after = Number(lines.at(-1)?.number);
  }
}
