import { type Outcome, refuse } from "../../outcome.ts";
import type { BadRow, Format, SheetReader } from "../rules/format.ts";
import { truncated } from "../rules/truncated.ts";
import { blank, copyString } from "./cells.ts";
import { internStrings } from "./intern-strings.ts";
import { Places } from "./places.ts";
import { type FileRecord, recordsOf } from "./records.ts";
import type { ReadBytes } from "./window.ts";

/** The result of the first pass: the rows of each product, and the rows without a product. */
export type FirstPassResult = {
  format: string;
  headers: readonly string[];
  reader: SheetReader;
  places: Places;
  /** rows, except the header and blank ones */
  rows: number;
  /** for each column, whether any row has content */
  filled: readonly boolean[];
  /** rows that cannot be parsed, by the number of the product that each seems to belong to */
  malformedRows: ReadonlyMap<number, readonly BadRow[]>;
  /** rows without a product */
  lost: readonly BadRow[];
};

/** Reads the whole file once; refuses an unknown format. */
export async function firstPass(
  read: ReadBytes,
  start: number,
  formats: readonly Format[],
  passed = () => {},
): Promise<Outcome<FirstPassResult>> {
  let survey: ReturnType<typeof surveyOf> | undefined;
  for await (const records of recordsOf(read, start)) {
    passed();
    for (const record of records) {
      if ("cells" in record && blank(record.cells)) continue;
      if (survey) survey.note(record);
      else if ("malformed" in record) return refuse("invalid", `cannot be read: line ${record.line}: ${record.malformed}`);
      else {
        const detection = detectFormat(record.cells, formats);
        if (!detection.ok) return detection;
        survey = surveyOf(detection.value.format, detection.value.headers);
      }
    }
  }
  if (!survey) return refuse("invalid", "has no rows");
  const result = survey.end();
  return result.rows > 0 ? { ok: true, value: result } : refuse("invalid", "has no products: there is nothing below its headers");
}

/** The most columns, since each product reads them all. */
const mostColumns = 2000;

/** Finds the format by the headers, which are in the first row that is not empty. */
function detectFormat(cells: readonly string[], formats: readonly Format[]): Outcome<{ format: Format; headers: string[] }> {
  if (cells.length > mostColumns) return refuse("invalid", `has ${cells.length} columns; the maximum is ${mostColumns}`);
  const headers = cells.map((name) => name.trim());
  const format = formats.find((each) => each.lacking(headers).length === 0);
  if (!format) return refuse("invalid", unknownFormatReason(headers, formats));
  const seenNames = new Set<string>();
  const twice = headers.find((name) => name !== "" && seenNames.size === seenNames.add(name.toLowerCase()).size);
  return twice === undefined
    ? { ok: true, value: { format, headers } }
    : refuse("invalid", `has the column ${truncated(twice)} twice`);
}

const separators = { ";": "semicolons", "\t": "tabs", "|": "vertical bars" };

/** Explains an unknown format to the owner, with advice. */
function unknownFormatReason(headers: readonly string[], formats: readonly Format[]): string {
  const [first = ""] = headers;
  if (/^<(?:!doctype|html|\?xml)/i.test(first)) return "is a web page, not a product CSV: export the products again";
  for (const [mark, name] of Object.entries(separators)) {
    const parted = headers
      .join(",")
      .split(mark)
      .map((cell) => cell.trim());
    if (formats.some((each) => each.lacking(parted).length === 0))
      return `has ${name} between its cells: save it as CSV with commas`;
  }
  return `is not a product CSV: ${formats.map((each) => lackOf(each, headers)).join("; ")}`;
}

const lackOf = (format: Format, headers: readonly string[]): string =>
  `for ${format.name}, it lacks the columns ${format.lacking(headers).join(", ")}`;

function surveyOf(format: Format, headers: readonly string[]) {
  const reader = format.open(headers);
  const places = new Places();
  const filled = headers.map(() => false);
  const lost: BadRow[] = [];
  const unread: BadRow[] = [];
  const unreadKeys: string[] = [];
  let rows = 0;

  const intern = internStrings();
  const addMalformed = (line: number, reason: string, text: string) => {
    unread.push({ line, reason: intern(reason) });
    unreadKeys.push(copyString((reader.keyOfMalformed(text) ?? "").slice(0, 1000)));
  };
  const addRecord = (record: FileRecord) => {
    rows += 1;
    if ("malformed" in record) return addMalformed(record.line, record.malformed, record.text);
    const { line, cells } = record;
    if (cells.length > headers.length && !blank(cells.slice(headers.length)))
      return addMalformed(line, `the row has ${cells.length} cells, but the first row has only ${headers.length}`, lineOf(cells));
    for (const [at, cell] of cells.entries()) if (!filled[at] && at < filled.length && cell.trim() !== "") filled[at] = true;
    const key = reader.place({ line, cells });
    if (key.ok) places.add(key.value, record);
    else lost.push({ line, reason: intern(key.error) });
  };
  const end = (): FirstPassResult => {
    const aliases = reader.aliases();
    for (const [alias, key] of aliases) places.merge(alias, key);
    const malformedRows = new Map<number, BadRow[]>();
    for (const [at, bad] of unread.entries()) {
      const key = unreadKeys[at] ?? "";
      const product = places.number(aliases.get(key) ?? key);
      const own = product === undefined ? lost : (malformedRows.get(product) ?? []);
      own.push(bad);
      if (product !== undefined) malformedRows.set(product, own);
    }
    lost.sort((a, b) => a.line - b.line);
    return { format: format.name, headers, reader, places, rows, filled, malformedRows, lost };
  };
  return { note: addRecord, end };
}

/** The row, written as CSV again. */
const lineOf = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
