import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { type Shipment, shipmentOf } from "../../orders/rules/carriers.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";

/** The most lines, and the most bytes, of one file of tracking numbers. */
export const mostLines = 2000;
export const mostFileBytes = 250_000;

/** A line of the file: the order that it names, and its parcel, or why the line cannot be used. */
export type TrackingLine = { line: number; order: string; parcel: Outcome<{ number: number; shipment: Shipment }> };

/** The column names of files of other shops and programs, in lower case and without signs. */
const headers = {
  order: ["order", "ordernumber", "orderno", "orderid", "ordername", "number", "name"],
  carrier: [
    "carrier",
    "carriername",
    "carriercode",
    "shippingcarrier",
    "shippingcompany",
    "trackingcompany",
    "shippingprovider",
    "provider",
  ],
  tracking: ["tracking", "trackingnumber", "trackingnumbers", "trackingno", "trackingcode", "trackingid"],
} as const;
type Column = keyof typeof headers;

const letters = (header: string): string => header.toLowerCase().replace(/[^a-z]/g, "");

type ParsedLine = { record: string[]; info: { lines: number } };

/**
 * Reads a file of orders with their carriers and tracking numbers, separated by commas, semicolons
 * or tabs. The first line names the columns, in any order. A line without a carrier gets `carrier`.
 */
export function readTrackingLines(text: string, carrier: string): Outcome<TrackingLine[]> {
  const parsed = parsedLines(text);
  if (!parsed.ok) return parsed;
  const [head, ...lines] = parsed.value;
  const columnOf = (column: Column) =>
    (head?.record ?? []).findIndex((header) => headers[column].some((name) => name === letters(header)));
  const columns = { order: columnOf("order"), carrier: columnOf("carrier"), tracking: columnOf("tracking") };
  if (columns.order < 0 || columns.tracking < 0)
    return refuse("invalid", "The first line must name the columns, such as: Order number, Carrier, Tracking number.");
  if (lines.length === 0) return refuse("invalid", "The file has no line below the names of its columns.");
  if (lines.length > mostLines)
    return refuse("too_large", `Up to ${mostLines} lines go at once; these are ${lines.length}. Split the file.`);
  const seen = new Set<string>();
  return ok(lines.map((line) => lineOf(line, columns, carrier, seen)));
}

function lineOf({ record, info }: ParsedLine, columns: Record<Column, number>, carrier: string, seen: Set<string>): TrackingLine {
  const cell = (column: Column) => (record[columns[column]] ?? "").replace(/^="(.*)"$/, "$1");
  const order = cell("order");
  const name = /^#?0*(\d{1,9})$/.exec(order)?.[1];
  const line = { line: info.lines, order };
  if (name === undefined) return { ...line, parcel: refuse("invalid", "This isn’t an order’s number.") };
  if (seen.has(name)) return { ...line, parcel: refuse("invalid", "An earlier line has this order: give each order one line.") };
  seen.add(name);
  const shipment = shipmentOf(cell("carrier") || carrier, cell("tracking"));
  if (!shipment.ok)
    return { ...line, parcel: refuse("invalid", `${shipment.error.slice(0, 1).toUpperCase()}${shipment.error.slice(1)}.`) };
  return { ...line, parcel: ok({ number: Number(name), shipment: shipment.value }) };
}

function parsedLines(text: string): Outcome<ParsedLine[]> {
  const lenient = { bom: true, relax_column_count: true, trim: true, skip_records_with_empty_values: true };
  try {
    const lines: unknown = parse(text, { ...lenient, delimiter: [",", ";", "\t"], info: true });
    return ok(lines as ParsedLine[]);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuse("invalid", "The file’s quotation marks don’t match: close each one, and double those inside a cell.");
  }
}

/** The number of an order, and the carrier and tracking number of its parcel. */
export type Parcel = { number: number; shipment: Shipment };

/** Parcels as a file that `readTrackingLines` reads. */
export const parcelsFile = (parcels: readonly Parcel[]): string =>
  [
    csvLine(["Order", "Carrier", "Tracking"]),
    ...parcels.map(({ number, shipment }) => csvLine([String(number), shipment.carrier, shipment.tracking])),
  ].join("");
