const [mark, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

/**
 * The position after the line that begins at `from`; undefined if the line does not end in these
 * bytes. `last`: the file ends with these bytes.
 */
export function lineEnd(bytes: Uint8Array, from: number, to: number, last: boolean): number | undefined {
  for (let at = from; at < to; at += 1) {
    if (bytes[at] === lineFeed) return at + 1;
    if (bytes[at] !== carriageReturn) continue;
    if (at + 1 === to) return last ? to : undefined;
    return bytes[at + 1] === lineFeed ? at + 2 : at + 1;
  }
  return last && from < to ? to : undefined;
}

export type Span = { start: number; end: number; lines: number };

/**
 * Finds the record that begins at `from`. Joins lines until all quotation marks are paired, since a
 * cell may contain line breaks. Undefined if the record does not end in these bytes.
 */
export function recordEnd(bytes: Uint8Array, from: number, to: number, last: boolean): Span | undefined {
  let open = false;
  let lines = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === mark) open = !open;
    if (byte !== lineFeed && byte !== carriageReturn) continue;
    if (byte === carriageReturn && bytes[at + 1] === lineFeed && at + 1 < to) at += 1;
    else if (byte === carriageReturn && at + 1 === to && !last) return undefined;
    lines += 1;
    if (!open) return { start: from, end: at + 1, lines };
  }
  return last && !open && from < to ? { start: from, end: to, lines: lines + 1 } : undefined;
}
