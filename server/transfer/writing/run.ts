import { setTimeout as pause } from "node:timers/promises";
import { openCleaner } from "../../catalog/clean-products.ts";
import type { Change } from "../../catalog/save/product.ts";
import { engineOf } from "../../db/engine.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { idsInRow } from "../../ids.ts";
import type { Outcome } from "../../outcome.ts";
import type { ProductReading } from "../rules/format.ts";
import { type BatchTiming, maxTimings, nextBatch } from "../rules/pace.ts";
import { type BatchOptions, importBatch } from "./batch.ts";

/** `rows`: the number of the product's rows in the file. */
type RowReading = ProductReading & { rows: number; sharedSkus?: readonly string[] };

/**
 * One reading of the file, and the outcome of its product; undefined if the product could not be
 * read.
 */
export type Step = { reading: RowReading; outcome: Outcome<Change> | undefined };

type RunOptions = Omit<BatchOptions, "now" | "ready" | "held" | "nextId" | "record"> & {
  now: () => number;
  /**
   * records a batch's outcomes in the batch's transaction, or in a separate transaction for a dry
   * run
   */
  record?: (tx: Tx, steps: readonly Step[]) => Promise<void>;
};

/**
 * Writes the products of a file in short batches, with gaps in which others can write. Yields each
 * batch's outcomes after writing it, so a caller can stop between two batches.
 */
export async function* importAll(db: Db, readings: AsyncIterable<RowReading>, options: RunOptions): AsyncIterable<Step[]> {
  const write = writer(db, options);
  let [batch, rows]: [RowReading[], number] = [[], 0];
  const past: BatchTiming[] = [];
  for await (const reading of readings) {
    batch.push(reading);
    rows += reading.rows;
    if (rows < nextBatch(past)) continue;
    const { steps, heldMs } = await write(batch);
    yield steps;
    if (heldMs > 0) past.push({ rows, ms: heldMs });
    if (past.length > maxTimings) past.shift();
    [batch, rows] = [[], 0];
  }
  if (batch.length > 0) yield (await write(batch)).steps;
}

/**
 * The pause between two batches, in ms. It is longer than the pause between two tries for SQLite's
 * lock (db/sqlite-driver.ts), so that other writers get the lock.
 */
const gap = 8;

/** Each reading with the outcome of its product, if the product was written. */
function stepsOf(batch: readonly RowReading[], outcomes: readonly Outcome<Change>[]): Step[] {
  const remaining = outcomes.values();
  return batch.map((reading) => ({ reading, outcome: draftOf(reading) ? remaining.next().value : undefined }));
}

/** The draft to write; undefined if any row of the product is bad. */
const draftOf = ({ draft, faults }: RowReading) => (faults.length === 0 ? draft : undefined);

function writer(db: Db, { now, record, ...options }: RunOptions) {
  const nextId = idsInRow();
  const clean = openCleaner();
  // Only SQLite needs a gap: all its writers share one lock, which has no queue.
  const between = engineOf(db) === "sqlite" ? gap : 0;
  let freeSince = 0;
  return async (batch: readonly RowReading[]): Promise<{ steps: Step[]; heldMs: number }> => {
    let heldMs = 0;
    const addHeldTime = (ms: number) => {
      heldMs += ms;
    };
    const drafts = batch.flatMap((reading) => draftOf(reading) ?? []);
    const ready = () => pause(Math.max(0, freeSince + between - performance.now()));
    const recordIn = async (tx: Tx, outcomes: readonly Outcome<Change>[]) => await record?.(tx, stepsOf(batch, outcomes));
    const isWritten = drafts.length > 0 && options.mode !== "tried";
    const batchOptions = {
      clean,
      ...options,
      nextId,
      now: now(),
      ready,
      held: addHeldTime,
      ...(record && isWritten && { record: recordIn }),
    };
    const outcomes = drafts.length > 0 ? await importBatch(db, drafts, batchOptions) : [];
    if (record && !isWritten) await transact(db, (tx) => recordIn(tx, outcomes));
    freeSince = performance.now();
    return { steps: stepsOf(batch, outcomes), heldMs };
  };
}
