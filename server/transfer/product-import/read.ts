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

/** A complete upload; undefined for an incomplete or missing one. */
export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const row = await findImportRow(db, id);
  return row?.state === "uploading" ? undefined : row;
}

/** The latest imports first. */
export const listImports = (db: Db, limit: number): Promise<ImportRow[]> => findImports(db, limit);

/** The report's lines about bad rows, products and pictures, in the order of the file. */
export const importProblems = (db: Db, id: string, step: ImportStep, limit: number): Promise<ImportLine[]> =>
  findLines(db, { id, step, kinds: ["problem", "left out", "picture"] }, limit);

/** The report's lines about created and changed products. */
export const importChanges = (db: Db, id: string, step: ImportStep, limit: number): Promise<ImportLine[]> =>
  findLines(db, { id, step, kinds: ["create", "change"] }, limit);

const inBatch = 1000;

/** All lines of a report, in parts. */
export async function* importLines(db: Db, id: string, step: ImportStep): AsyncGenerator<ImportLine[]> {
  for (let after = 0; ; ) {
    const lines = await findLinesAfter(db, { id, step, after }, inBatch);
    if (lines.length > 0) yield lines;
    if (lines.length < inBatch) return;
    after = Number(lines.at(-1)?.number);
  }
}
