/**
 * The cells of a text that a spreadsheet copied: a cell is quoted if it contains a tab, a line end
 * or a quote.
 */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;
  for (let at = 0; at < text.length || row.length > 0; ) {
    cell.lastIndex = at;
    const [whole = "", quoted, plain = "", end = ""] = cell.exec(text) ?? [];
    row.push((quoted?.replaceAll('""', '"') ?? plain).replace(/\s+/g, " ").trim());
    at += whole.length;
    if (end === "\t") continue;
    rows.push(row);
    row = [];
    if (whole === "") break;
  }
  return rows.filter((cells) => cells.some((text) => text !== ""));
}
