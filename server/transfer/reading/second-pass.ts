import type { SheetRow } from "../rules/format.ts";
import { cellsOf } from "./cells.ts";
import type { OpenFile } from "./open-file.ts";
import type { ByteRange, Places } from "./places.ts";
import { recordsAt } from "./records.ts";
import { recordEnd, type Span } from "./split.ts";
import type { ReadBytes } from "./window.ts";

/** A product and its rows, read again; `rows` is undefined if they are too many for memory. */
export type ProductRows = { key: string; product: number; rows: SheetRow[] | undefined };

/** The most bytes of products read and parsed together. */
const maxGroupBytes = 1 << 15;

/** The largest product. No shop could show a larger one, and it would not fit in memory. */
export const most = { rows: 5000, bytes: 1 << 24 };

/** One buffer that all groups share. */
type ReusableBuffer = { bytes: Uint8Array };

type Group = { key: string; product: number; stretches: readonly ByteRange[]; tooLarge: boolean }[];

/**
 * Every product with its rows, in the order of first rows. Ends early if the file has changed since
 * the first pass.
 */
export async function* secondPass(file: OpenFile, places: Places): AsyncGenerator<ProductRows, boolean> {
  const buffer: ReusableBuffer = { bytes: new Uint8Array(maxGroupBytes) };
  for (const group of groupsOf(places)) {
    const rows = await rowsOf(file, places, group, buffer);
    if (!rows) return false;
    for (const { key, product, tooLarge } of group)
      yield { key, product, rows: tooLarge ? undefined : (rows.get(product) ?? []) };
  }
  return true;
}

const sizeOf = (stretches: readonly ByteRange[]): number => stretches.reduce((sum, { start, end }) => sum + end - start, 0);

function* groupsOf(places: Places): Generator<Group> {
  let group: Group = [];
  let size = 0;
  for (const [key, product] of places.all()) {
    const stretches = places.stretches(product);
    const own = sizeOf(stretches);
    if (size + own > maxGroupBytes && group.length > 0) {
      yield group;
      group = [];
      size = 0;
    }
    const tooLarge = places.rows(product) > most.rows || own > most.bytes;
    group.push({ key, product, stretches, tooLarge });
    if (!tooLarge) size += own;
  }
  if (group.length > 0) yield group;
}

/** Rows by product; undefined if they differ from the first pass. */
async function rowsOf(
  file: OpenFile,
  places: Places,
  group: Group,
  buffer: ReusableBuffer,
): Promise<Map<number, SheetRow[]> | undefined> {
  const readable = group.filter(({ tooLarge }) => !tooLarge);
  const runs = runsOf(readable.flatMap(({ stretches }) => stretches));
  const size = sizeOf(runs.flat());
  if (size > buffer.bytes.length) buffer.bytes = new Uint8Array(size);
  let at = 0;
  const read = await Promise.all(
    runs.map((run) => {
      const own = sizeOf(run);
      at += own;
      return readRun(file.read, run, buffer.bytes.subarray(at - own, at));
    }),
  );
  if (read.includes(undefined) || !(await file.unchanged())) return undefined;
  const rowsByProduct = new Map<number, SheetRow[]>(readable.map(({ product }) => [product, []]));
  for (const { product, row } of read.flatMap((rows) => rows ?? [])) rowsByProduct.get(product)?.push(row);
  return readable.every(({ product }) => rowsByProduct.get(product)?.length === places.rows(product)) ? rowsByProduct : undefined;
}

/** Joins adjacent ranges, to read them in one call. */
function runsOf(stretches: readonly ByteRange[]): ByteRange[][] {
  const runs: ByteRange[][] = [];
  for (const stretch of stretches.toSorted((a, b) => a.start - b.start)) {
    const run = runs.at(-1);
    if (run?.at(-1)?.end === stretch.start) run.push(stretch);
    else runs.push([stretch]);
  }
  return runs;
}

async function readRun(
  read: ReadBytes,
  run: readonly ByteRange[],
  bytes: Uint8Array,
): Promise<{ product: number; row: SheetRow }[] | undefined> {
  const [first] = run;
  if (!first) return [];
  for (let at = 0; at < bytes.length; ) {
    const came = await read(bytes.subarray(at), first.start + at);
    if (came === 0) return undefined;
    at += came;
  }
  const spans: Span[] = [];
  for (let at = 0; at < bytes.length; ) {
    const span = recordEnd(bytes, at, bytes.length, true);
    if (!span) return undefined;
    spans.push(span);
    at = span.end;
  }
  const parsed = cellsOf(bytes);
  if (!parsed.ok || parsed.cells.length !== spans.length) return undefined;
  let own = 0;
  return recordsAt(spans, parsed.cells, first.start, first.line).map(({ line, start, cells }) => {
    while (start >= (run[own]?.end ?? Number.POSITIVE_INFINITY)) own += 1;
    const stretch = run[own] ?? first;
    return { product: stretch.product, row: { line, cells } };
  });
}
