import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { type FieldError, invalidFields, type Outcome, ok } from "../outcome.ts";
import { type Redirect, redirectPath, redirectTarget } from "./rules/redirect.ts";

/** The most redirects in one form. */
const mostRedirects = 500;
const mostFaults = 20;

export type RedirectLine = { line: number; redirect: Redirect };

/** An error of the form's field that names the line. */
export const lineFaultOf = (line: number, words: string): FieldError => ({ field: "lines", message: `Line ${line}: ${words}` });

type ParsedLine = { record: string[]; info: { lines: number } };

/**
 * Reads the old and the new address of each line, separated by a comma, a semicolon or a tab, as
 * spreadsheets and other shops' exports write them. A first line without an address is a header.
 */
export function readRedirectLines(text: string): Outcome<RedirectLine[]> {
  const parsed = parsedLines(text);
  if (!parsed.ok) return parsed;
  const [first, ...others] = parsed.value;
  const lines = first?.record.some((cell) => cell.includes("/")) ? parsed.value : others;
  if (lines.length === 0) return invalidFields([{ field: "lines", message: "Type an old and a new address." }]);
  if (lines.length > mostRedirects)
    return invalidFields([{ field: "lines", message: `Up to ${mostRedirects} lines go at once; these are ${lines.length}.` }]);
  const redirects = lines.map(({ record, info }) => redirectOf(record, info.lines));
  const faults = redirects.flatMap((each) => (each.ok ? [] : (each.errors ?? [])));
  return faults.length > 0
    ? invalidFields(faults.slice(0, mostFaults))
    : ok(redirects.flatMap((each) => (each.ok ? [each.value] : [])));
}

function redirectOf([typedPath = "", typedTarget = ""]: readonly string[], line: number): Outcome<RedirectLine> {
  const path = redirectPath(typedPath);
  const target = redirectTarget(typedTarget);
  if (!path.ok) return invalidFields([lineFaultOf(line, path.error)]);
  if (!target.ok) return invalidFields([lineFaultOf(line, target.error)]);
  return ok({ line, redirect: { path: path.value, target: target.value } });
}

function parsedLines(text: string): Outcome<ParsedLine[]> {
  const lenient = { bom: true, relax_column_count: true, trim: true, skip_records_with_empty_values: true };
  try {
    const lines: unknown = parse(text, { ...lenient, delimiter: [",", ";", "\t"], info: true });
    return ok(lines as ParsedLine[]);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return invalidFields([
      { field: "lines", message: "Its quotation marks do not match: close each one, and double those inside a cell." },
    ]);
  }
}
