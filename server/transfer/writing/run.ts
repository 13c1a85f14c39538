import { setTimeout as pause } from "node:timers/promises";
import { openCleaner } from "../../catalog/clean-products.ts";
import type { Change } from "../../catalog/save/product.ts";
import { engineOf } from "../../db/engine.ts";
import type { Db } from "../../db/tables.ts";
import { idsInRow } from "../../ids.ts";
import type { Outcome } from "../../outcome.ts";
import type { Reading } from "../rules/format.ts";
import { type BatchTiming, maxTimings, nextBatch } from "../rules/pace.ts";
import { type BatchOptions, importBatch } from "./batch.ts";

/** `rows`: how many rows of the file it was made from. */
type RowReading = Reading & { rows: number };

/** The outcome of one product of the file; undefined for one that could not be read. */
export type Step = { reading: RowReading; outcome: Outcome<Change> | undefined };

type RunOptions = Omit<BatchOptions, "now" | "ready" | "held" | "nextId"> & { now: () => number };

/**
 * Writes the products of a file in short batches, with a gap between them in which others write.
 * Yields each batch's outcomes once it is written; a caller that stops has complete batches.
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

/** In ms; longer than the pause between two tries for SQLite's lock (db/sqlite-driver.ts). */
const gap = 8;

function writer(db: Db, { now, ...options }: RunOptions) {
  const nextId = idsInRow();
  const clean = openCleaner();
  // Only SQLite has one lock for all writers, without a queue.
  const between = engineOf(db) === "sqlite" ? gap : 0;
  let freeSince = 0;
  return async (batch: readonly RowReading[]): Promise<{ steps: Step[]; heldMs: number }> => {
    let heldMs = 0;
    const held = (ms: number) => {
      heldMs += ms;
    };
    const drafts = batch.flatMap(({ draft, faults }) => (draft && faults.length === 0 ? [draft] : []));
    const ready = () => pause(Math.max(0, freeSince + between - performance.now()));
    const outcomes =
      drafts.length > 0 ? await importBatch(db, drafts, { clean, ...options, nextId, now: now(), ready, held }) : [];
    freeSince = performance.now();
    const left = outcomes.values();
    const steps = batch.map((reading) => {
      const written = reading.draft && reading.faults.length === 0;
      return { reading, outcome: written ? left.next().value : undefined };
    });
    return { steps, heldMs };
  };
}
