/** The most values of one statement, which engines limit. */
const most = 1024;

/**
 * Queries many values in parts. Repeats a part's last value until its length is a power of two, so
 * that a few prepared statements serve any number of values.
 */
export async function queryInParts<Row>(
  values: readonly string[],
  ask: (part: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const uniqueValues = [...new Set(values)];
  const rows: Row[] = [];
  for (let at = 0; at < uniqueValues.length; at += most) {
    const part = uniqueValues.slice(at, at + most);
    const size = 2 ** Math.ceil(Math.log2(part.length));
    const filled = [...part, ...Array<string>(size - part.length).fill(part.at(-1) ?? "")];
    for (const row of await ask(filled)) rows.push(row);
  }
  return rows;
}

/**
 * Splits rows into parts whose lengths are powers of two, so that a few prepared statements serve
 * any number of rows.
 */
export function inParts<Row>(rows: readonly Row[], longest: number): Row[][] {
  const parts: Row[][] = [];
  for (let at = 0; at < rows.length; ) {
    const size = Math.min(longest, 2 ** Math.floor(Math.log2(rows.length - at)));
    parts.push(rows.slice(at, at + size));
    at += size;
  }
  return parts;
}
