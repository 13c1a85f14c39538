import type { ImportState } from "../../db/import-tables.ts";
import type { Tx } from "../../db/tables.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { deleteParts, type ImportRow, updateImport } from "./queries.ts";

export type { ImportState };

/** Whether a job works on the import. */
export const isRunning = (state: ImportState): boolean => ["checking", "importing", "fetching"].includes(state);

/** Whether the import's file is kept. */
export const isOpen = (state: ImportState): boolean => state === "checked" || isRunning(state);

/** Joins `tx`: ends an import and deletes its file; imported products stay. */
export async function endImport(
  tx: Tx,
  id: string,
  changes: Pick<ImportRow, "state"> & Partial<ImportRow>,
  now: number,
): Promise<void> {
  await updateImport(tx, id, { ...changes, slot: null, ended_at: now });
  await deleteParts(tx, id);
}

/** Joins `tx`: begins the next round, and enqueues its only job. */
export async function nextRound(tx: Tx, id: string, round: number, now: number): Promise<void> {
  await updateImport(tx, id, { round: round + 1 });
  await enqueue(tx, { kind: "product-import", subject: `${id}-${round + 1}`, payload: { id, round: round + 1 } }, now);
}
