/**
 * Splits a text that was copied from a spreadsheet into its cells. Such a text has quotation marks
 * around each cell that contains a tab, a line end or a quotation mark.
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
