import { productNames, stockValue } from "../../catalog/stock-value.ts";
import { percentText } from "../../checkout/rules/tax-fields.ts";
import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import {
  type Period,
  type SalesGroup,
  type SalesRow,
  salesBy,
  salesByProduct,
  salesOver,
  taxByRate,
} from "../../orders/reports.ts";
import { type CalendarUnit, calendarSpans, type DaySpan } from "../../orders/rules/report-days.ts";
import { periodOf } from "./report-times.ts";

export const reportKinds = ["day", "area", "tax", "rate", "product", "promo", "method", "stock"] as const;
export type ReportKind = (typeof reportKinds)[number];

/**
 * A column of a report. Money is in cents. `isTime`: the column has times by the shop's calendar,
 * so a file names the time zone.
 */
export type Column = { name: string; kind: "text" | "count" | "money"; isTime?: boolean };
/**
 * `chart` is the number of the column that is drawn. `total` is a row with a word in the first
 * column and the sums of all rows in the columns of numbers.
 */
export type ReportTable = {
  columns: readonly Column[];
  rows: readonly (readonly (string | number)[])[];
  total: readonly (string | number)[];
  chart: number;
  /** whether rows were left out */
  isCut: boolean;
  /** the days of each row, and their unit, if rows are parts of the calendar */
  spans?: readonly DaySpan[];
  unit?: CalendarUnit;
};

const text = (name: string): Column => ({ name, kind: "text" });
const count = (name: string): Column => ({ name, kind: "count" });
const money = (name: string): Column => ({ name, kind: "money" });

/** The most rows on a page; a file has all rows. */
export const mostRows = 200;

/** Makes a table with the sum of each column of numbers. */
function tableOf(
  columns: readonly Column[],
  rows: readonly (readonly (string | number)[])[],
  chart: number,
  most: number,
): ReportTable {
  const sumAt = (at: number) => rows.reduce((sum, row) => sum + Number(row[at]), 0);
  const words = (at: number) => (at === 0 ? "Total" : "");
  const total = columns.map(({ kind }, at) => (kind === "text" ? words(at) : sumAt(at)));
  return { columns, rows: rows.slice(0, most), total, chart, isCut: rows.length > most };
}

const salesColumns = [
  ...[count("Orders"), money("Products"), money("Discounts"), money("Given back"), money("Net products")],
  ...[money("Shipping"), money("Tax"), money("Total")],
];
const salesCells = (row: SalesRow) => [
  ...[row.orders, row.sold, -row.discount, row.back, row.net],
  ...[row.shipping, row.tax, row.total],
];

const groupWords: Readonly<Record<SalesGroup, { head: string; none: string }>> = {
  area: { head: "State", none: "Unknown" },
  method: { head: "Shipping method", none: "Unknown" },
  promo: { head: "Promo", none: "None" },
};

export const groupName = (group: SalesGroup, row: SalesRow): string => row.group || groupWords[group].none;

async function groupTable(db: Db, group: SalesGroup, period: Period, most: number): Promise<ReportTable> {
  const rows = await salesBy(db, group, period);
  return tableOf(
    [text(groupWords[group].head), ...salesColumns],
    rows.map((row) => [groupName(group, row), ...salesCells(row)]),
    8,
    most,
  );
}

const unitHeads: Readonly<Record<CalendarUnit, string>> = { day: "Day", week: "Week", month: "Month" };

/** Rows of days, weeks, or months, named by the first day or the month; none without bookings. */
async function timeTable(db: Db, dates: Dates, unit: CalendarUnit, span: DaySpan, most: number): Promise<ReportTable> {
  const spans = calendarSpans(unit, span);
  const sales = await salesOver(db, dates, spans);
  const rows = sales.map((row) => [unit === "month" ? row.group.slice(0, 7) : row.group, ...salesCells(row)]);
  const isBooked = rows.some(([_, ...sums]) => sums.some((sum) => sum !== 0));
  const columns = [{ ...text(unitHeads[unit]), isTime: true }, ...salesColumns];
  return { ...tableOf(columns, isBooked ? rows : [], 8, most), spans: spans.slice(0, most), unit };
}

async function taxTable(db: Db, period: Period, most: number): Promise<ReportTable> {
  const rows = (await salesBy(db, "area", period)).toSorted((a, b) => b.tax - a.tax);
  const columns = [
    text("State"),
    ...[
      count("Orders"),
      money("Net products"),
      money("Shipping"),
      money("Tax charged"),
      money("Tax given back"),
      money("Tax owed"),
    ],
  ];
  return tableOf(
    columns,
    rows.map(({ group, orders, net, shipping, taxCharged, taxBack, tax }) => [
      ...[group || groupWords.area.none, orders, net, shipping, taxCharged, taxBack, tax],
    ]),
    6,
    most,
  );
}

const rateText = (ppm: number | null): string => (ppm === null ? "Not known" : `${percentText(ppm)}%`);

async function rateTable(db: Db, period: Period, most: number): Promise<ReportTable> {
  const { rates, others } = await taxByRate(db, period);
  const names = ["Taxed", "Tax charged", "Tax given back", "Tax owed"];
  const rows = rates.map(({ area, ppm, net, charged, back }) => [
    ...[area || "Unknown", rateText(ppm), net, charged, back, charged + back],
  ]);
  const rest = others.map(({ area, net, back }) => [
    area || "Unknown",
    "Of several rates (refunds by amount)",
    net,
    0,
    back,
    back,
  ]);
  return tableOf([text("State"), text("Rate"), ...names.map(money)], [...rows, ...rest], 5, most);
}

async function productTable(db: Db, period: Period, most: number): Promise<ReportTable> {
  const { products, isCut, total, shipping, others } = await salesByProduct(db, period, most);
  const names = new Map<string, string>();
  for (let at = 0; at < products.length; at += 500)
    for (const [id, name] of await productNames(
      db,
      products.slice(at, at + 500).map(({ productId }) => productId),
    ))
      names.set(id, name);
  const cells: (string | number)[][] = products.map(({ productId, orders, units, net, tax }) => [
    ...[names.get(productId) ?? productId, orders, units, net, tax],
  ]);
  // Sums that belong to no product are shown in any case.
  if (hasSums(shipping)) cells.push(["Shipping", 0, 0, shipping.net, shipping.tax]);
  if (hasSums(others)) cells.push(["Not of one product (refunds by amount)", 0, 0, others.net, others.tax]);
  const columns = [text("Product"), count("Orders"), count("Units"), money("Net"), money("Tax")];
  return { columns, rows: cells, total: ["Total", total.orders, total.units, total.net, total.tax], chart: 3, isCut };
}

const hasSums = ({ net, tax }: { net: number; tax: number }): boolean => net !== 0 || tax !== 0;

/** The present stock, which has no period. */
async function stockTable(db: Db, most: number): Promise<ReportTable> {
  const rows = await stockValue(db);
  return tableOf(
    [
      ...[text("Category"), count("Variants in stock"), count("Units"), money("Value at selling price")],
      ...[money("Value at cost"), count("Units without a cost")],
    ],
    rows.map(({ category, variants, units, value, cost, uncosted }) => [category, variants, units, value, cost, uncosted]),
    3,
    most,
  );
}

/** The report to read and its days; the report of sales divides them by `unit`. */
export type ReportInput = { kind: ReportKind; span: DaySpan; unit: CalendarUnit };

/** The table of a report; `most` limits its rows, but its total counts all of them. */
export async function reportTable(
  db: Db,
  dates: Dates,
  { kind, span, unit }: ReportInput,
  most = Number.POSITIVE_INFINITY,
): Promise<ReportTable> {
  if (kind === "stock") return await stockTable(db, most);
  if (kind === "day") return await timeTable(db, dates, unit, span, most);
  const period = periodOf(dates, span);
  if (kind === "product") return await productTable(db, period, most);
  if (kind === "rate") return await rateTable(db, period, most);
  return await (kind === "tax" ? taxTable(db, period, most) : groupTable(db, kind, period, most));
}
