import { type CellsResult, cellsOf, unpaired } from "./cells.ts";
import { lineEnd, recordEnd, type Span } from "./split.ts";
import { type ReadBytes, Window } from "./window.ts";

/** A record of the file: its first line, and its bytes from `start` to before `end`. */
export type Place = { line: number; start: number; end: number };
export type FileRecord = Place & ({ cells: string[] } | { malformed: string; text: string });

/** Sizes in bytes: of the longest record, and of the records parsed together. */
export type Sizes = { longest: number; batch: number };

const usual: Sizes = { longest: 1 << 20, batch: 1 << 15 };

/**
 * The records of a file from the byte `start` on, in batches. A malformed record ends at the end of
 * its line, so an unpaired quotation mark does not swallow the rest of the file.
 */
export async function* recordsOf(read: ReadBytes, start: number, sizes: Sizes = usual): AsyncGenerator<FileRecord[]> {
  const window = new Window(read, start, sizes.longest + sizes.batch);
  await window.advance(0);
  let [at, line, most] = [0, 1, Number.POSITIVE_INFINITY];
  while (at < window.length || !window.last) {
    const spans = spansFrom(window, at, most, sizes);
    const end = spans.at(-1)?.end;
    if (end === undefined && (at > 0 || !window.full) && !window.last) {
      await window.advance(at);
      at = 0;
      continue;
    }
    const parsed = end === undefined ? outOfBounds : cellsOf(window.bytes.subarray(at, end));
    if (end !== undefined && parsed.ok && parsed.cells.length === spans.length) {
      yield recordsAt(spans, parsed.cells, window.start, line);
      line += spans.reduce((sum, { lines }) => sum + lines, 0);
      at = end;
      most *= 8;
    } else if (spans.length > 1) {
      // One of these records is malformed. The next round parses only the valid records before it,
      // or a single record if there are none or their number is unknown.
      most = parsed.ok ? 1 : Math.max(1, Math.min(parsed.good, spans.length - 1));
    } else {
      const malformed = await malformedAt(window, at, line, parsed.ok ? unpaired : parsed.reason, sizes);
      yield [malformed];
      at = malformed.end - window.start;
      line += 1;
      most = 1;
    }
  }
}

const outOfBounds: CellsResult = { ok: false, good: 0, reason: unpaired };

/** The byte ranges of the records that begin at or after `at` and end in the window. */
function spansFrom(window: Window, at: number, most: number, { longest, batch }: Sizes): Span[] {
  const spans: Span[] = [];
  for (let next = at; next < at + batch && spans.length < most; ) {
    const to = Math.min(window.length, next + longest);
    const span = recordEnd(window.bytes, next, to, window.last && to === window.length);
    if (!span) break;
    spans.push(span);
    next = span.end;
  }
  return spans;
}

/** `offset` is the file position of the spans' first byte, `line` their first line. */
export function recordsAt(
  spans: readonly Span[],
  cells: readonly string[][],
  offset: number,
  line: number,
): (Place & { cells: string[] })[] {
  let next = line;
  return spans.map(({ start, end, lines }, index) => {
    const own = { line: next, start: offset + start, end: offset + end, cells: cells[index] ?? [] };
    next += lines;
    return own;
  });
}

/** The most bytes of a malformed record that are read to find its product. */
const maxExcerpt = 1 << 14;

async function malformedAt(window: Window, from: number, line: number, reason: string, { longest }: Sizes): Promise<FileRecord> {
  const ended = () => lineEnd(window.bytes, 0, window.length, window.last);
  await window.advance(from);
  const start = window.start;
  const text = new TextDecoder().decode(window.bytes.subarray(0, Math.min(ended() ?? longest, maxExcerpt, longest)));
  // Keeps the last byte, which may be the first half of a line end.
  while (ended() === undefined) await window.advance(window.length - 1);
  const end = window.start + (ended() ?? 0);
  return { line, start, end, malformed: end - start > longest ? `the row is longer than ${longest >> 20} MB` : reason, text };
}
