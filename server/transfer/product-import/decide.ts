import type { Tx } from "../../db/tables.ts";
import { notFound, type Outcome, ok, refuse } from "../../outcome.ts";
import { endImport, type ImportState, isOpen, isRunning, nextRound } from "./end.ts";
import { type ImportRow, lockImport, updateImport } from "./queries.ts";

const isOver = refuse("changed", "This file is no longer here. Upload it again.");

/** `isNew` is false if the button was pressed again. */
type DecisionResult = { run: ImportRow; isNew: boolean };

/** Joins `tx`: begins to import a file after its dry run. */
export async function beginImport(tx: Tx, id: string, now: number): Promise<Outcome<DecisionResult>> {
  const run = await lockImport(tx, id);
  if (!run) return notFound;
  if (run.began_at !== null) return ok({ run, isNew: false });
  if (run.state !== "checked") return isRunning(run.state) ? refuse("changed", "Its dry run isn’t done yet.") : isOver;
  await updateImport(tx, id, { state: "importing", position: 0, progress: "{}", began_at: now });
  await nextRound(tx, id, run.round, now);
  return ok({ run, isNew: true });
}

const endStates: readonly ImportState[] = ["canceled", "discarded"];

/** Joins `tx`: ends an import immediately and deletes its file. Products imported so far stay. */
export async function cancelImport(tx: Tx, id: string, now: number): Promise<Outcome<DecisionResult>> {
  const run = await lockImport(tx, id);
  if (!run) return notFound;
  if (endStates.includes(run.state)) return ok({ run, isNew: false });
  if (!isOpen(run.state)) return refuse("changed", "This import is over.");
  await endImport(tx, id, { state: run.began_at === null ? "discarded" : "canceled" }, now);
  return ok({ run, isNew: true });
}
