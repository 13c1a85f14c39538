import { setTimeout as pause } from "node:timers/promises";
import type { Db, Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { productOptions } from "../product-options.ts";
import { type FileReading, readSource, type Source } from "../reading/source.ts";
import type { ProductOptions } from "../rules/format.ts";
import { importAll, type Step } from "../writing/run.ts";
import { endImport, isRunning, nextRound } from "./end.ts";
import { fetchSome, type PictureParts } from "./fetch-some.ts";
import { optionsIn } from "./options.ts";
import { addSteps, type ImportProgress, progressIn } from "./progress.ts";
import { findImportRow, type ImportRow, insertLines, lockImport, updateImport } from "./queries.ts";
import { ImportOver, storedFile } from "./stored-file.ts";

/** A product that a batch has created or changed. */
export type ImportedProduct = { slug: string; saved: "created" | "changed"; differs: readonly string[] };

export type ImportParts = PictureParts & {
  db: Db;
  now: () => number;
  /** whether the shop draws the picture with this key */
  isDrawing: (key: string) => boolean;
  /** records a batch's changes, in its transaction */
  recordProducts: (tx: Tx, run: ImportRow, products: readonly ImportedProduct[], now: number) => Promise<void>;
  /** records the end of an import that nobody canceled, in the transaction that ends it */
  recordEnd: (tx: Tx, run: ImportRow, now: number) => Promise<void>;
  /** the ms that one job may work; then a new job continues, and other jobs may run in between */
  budgetMs: number;
};

/**
 * Continues an import for the time that one job may work, then enqueues the next job. Writes each
 * batch in one transaction with the import's position. So another process can continue a killed
 * job, and the slower of two concurrent jobs stops.
 */
export async function continueImport(parts: ImportParts, { id, round }: { id: string; round: number }): Promise<void> {
  const run = await findImportRow(parts.db, id);
  if (!run || !isRunning(run.state) || run.round !== round) return;
  try {
    const source = await readSource(storedFile(parts.db, run), run.name);
    if (!source.ok) return await refuseFile(parts, run, source.error);
    const { category, map } = optionsIn(run.options);
    const choices = { category: category === "" ? undefined : category, map: map ?? undefined };
    const options = await productOptions(parts.db, choices);
    if (!options.ok) return await refuseFile(parts, run, options.error);
    await (run.state === "fetching" ? goOnFetching : goOnWriting)(parts, run, source.value, options.value);
  } catch (error) {
    if (!(error instanceof ImportOver)) throw error;
  }
}

const refuseFile = (parts: ImportParts, run: ImportRow, reason: string): Promise<void> =>
  advance(parts.db, run, run.position, async (tx) => {
    const state = run.state === "checking" ? "refused" : "failed";
    await endImport(tx, run.id, { state, failure: reason }, parts.now());
    if (state === "failed") await parts.recordEnd(tx, { ...run, state }, parts.now());
  });

/**
 * Changes an import. Throws `ImportOver` if another process has changed its state or position
 * meanwhile.
 */
const advance = (db: Db, run: ImportRow, position: number, change: (tx: Tx, row: ImportRow) => Promise<void>): Promise<void> =>
  transact(db, (tx) => advanceIn(tx, run, position, change));

async function advanceIn(
  tx: Tx,
  run: ImportRow,
  position: number,
  change: (tx: Tx, row: ImportRow) => Promise<void>,
): Promise<void> {
  const row = await lockImport(tx, run.id);
  if (!row || row.state !== run.state || row.round !== run.round || Number(row.position) !== position)
    throw new ImportOver("it is not where it was");
  await change(tx, row);
}

/**
 * Skips the first `position` readings. The file is still read from its beginning, to know which
 * SKUs repeat.
 */
async function* after(readings: AsyncIterable<FileReading>, position: number): AsyncGenerator<FileReading> {
  let at = 0;
  for await (const reading of readings) {
    if (at >= position) yield reading;
    at += 1;
  }
}

const importedProducts = ({ reading, outcome }: Step): ImportedProduct[] => {
  if (!outcome?.ok || outcome.value.saved === "unchanged") return [];
  return [{ slug: reading.slug, saved: outcome.value.saved, differs: outcome.value.differs }];
};

async function goOnWriting(parts: ImportParts, run: ImportRow, source: Source, options: ProductOptions): Promise<void> {
  const { db, now, isDrawing } = parts;
  const began = performance.now();
  const [step, mode] = run.state === "checking" ? (["check", "tried"] as const) : (["import", "written"] as const);
  let position = Number(run.position);
  const record = (tx: Tx, steps: readonly Step[]) =>
    advanceIn(tx, run, position, async (_, row) => {
      const { progress, lines } = addSteps(progressIn(row.progress), { id: run.id, step }, steps);
      const place = { position: position + steps.length, format: source.format, total: source.rows };
      await updateImport(tx, run.id, { ...place, progress: JSON.stringify(progress) });
      await insertLines(tx, lines);
      if (mode === "written") await parts.recordProducts(tx, run, steps.flatMap(importedProducts), now());
    });
  const { stock, costs } = optionsIn(run.options);
  const writing = { stock, costs, mode, now, isDrawing, record, actor: `staff:${run.staff_id}` };
  const readings = after(source.readings(options), position);
  let lastAt = began;
  for await (const steps of importAll(db, readings, writing)) {
    position += steps.length;
    const at = performance.now();
    if (at - began >= parts.budgetMs) return await handOn(parts, run, position);
    // Pauses as long as the batch took, to leave half of the time to the shop.
    await pause(Math.min(100, at - lastAt));
    lastAt = performance.now();
  }
  await advance(db, run, position, (tx, row) => {
    const progress = { ...progressIn(row.progress), untaken: source.untaken(), notes: source.notes() };
    return run.state === "checking" ? endCheck(tx, run, progress) : endWriting(parts, tx, run, progress);
  });
}

/** Ends this job, and enqueues the next job for the rest. */
const handOn = ({ db, now }: ImportParts, run: ImportRow, position: number): Promise<void> =>
  advance(db, run, position, (tx) => nextRound(tx, run.id, run.round, now()));

const endCheck = (tx: Tx, { id }: ImportRow, findings: ImportProgress): Promise<void> =>
  updateImport(tx, id, { state: "checked", position: 0, findings: JSON.stringify(findings), progress: "{}" });

async function endWriting(parts: ImportParts, tx: Tx, run: ImportRow, progress: ImportProgress): Promise<void> {
  const { id, round } = run;
  await updateImport(tx, id, { progress: JSON.stringify(progress) });
  if (!optionsIn(run.options).pictures) return await endWell(parts, tx, run);
  await updateImport(tx, id, { state: "fetching", position: 0 });
  await nextRound(tx, id, round, parts.now());
}

async function endWell({ recordEnd, now }: ImportParts, tx: Tx, run: ImportRow): Promise<void> {
  await endImport(tx, run.id, { state: "done" }, now());
  await recordEnd(tx, { ...run, state: "done" }, now());
}

/** Fetches the pictures of the written products, some products at a time. */
async function goOnFetching(parts: ImportParts, run: ImportRow, source: Source, options: ProductOptions): Promise<void> {
  const began = performance.now();
  let position = Number(run.position);
  const readings = after(source.readings(options), position);
  const fetched = fetchSome(parts, readings, { id: run.id, until: began + parts.budgetMs });
  for await (const { taken, addTo } of fetched) {
    await advance(parts.db, run, position, async (tx, row) => {
      const { progress, lines } = addTo(progressIn(row.progress));
      await updateImport(tx, run.id, { position: position + taken, progress: JSON.stringify(progress) });
      await insertLines(tx, lines);
    });
    position += taken;
    if (taken === 0 || performance.now() - began >= parts.budgetMs) return await handOn(parts, run, position);
  }
  await advance(parts.db, run, position, (tx) => endWell(parts, tx, run));
}

/** Ends an import after its last failed attempt. Products imported so far stay. */
export const failImport = (parts: ImportParts, id: string, reason: string): Promise<void> =>
  transact(parts.db, async (tx) => {
    const run = await lockImport(tx, id);
    if (!run || !isRunning(run.state)) return;
    const state = run.state === "checking" ? "refused" : "failed";
    await endImport(tx, id, { state, failure: reason }, parts.now());
    if (state === "failed") await parts.recordEnd(tx, { ...run, state }, parts.now());
  });
