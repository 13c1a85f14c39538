import type { Dates } from "../../dates.ts";
import type { CalendarUnit } from "../../orders/rules/report-days.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import { fieldError } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffBookingsFilePath, staffReportsFilePath, staffReportsPath } from "../paths.ts";
import { barChart } from "./bar-chart.ts";
import { columnChart } from "./column-chart.ts";
import type { PeriodBefore } from "./period-before.ts";
import type { Column, ReportInput, ReportKind, ReportTable } from "./report-tables.ts";
import { spanText } from "./report-times.ts";
import { beforeWords, comparedWords, signedDollars } from "./rules/compared-words.ts";
import { type DayRange, presetRanges, unitsOf } from "./rules/report-period.ts";

const kindWords: Readonly<Record<ReportKind, { name: string; about: string }>> = {
  day: {
    name: "Sales",
    about: "Sales as they were booked: an edit, a refund, or a cancellation counts on its own day. Weeks begin on Mondays.",
  },
  area: { name: "States", about: "Sales by the state that orders ship to." },
  tax: { name: "Tax", about: "Tax that was charged, and what is owed of it after edits, refunds, and cancellations." },
  rate: {
    name: "Tax by rate",
    about:
      "Tax by state and rate, of products and of shipping. “Not known” is of orders before rates were stored, or by a tax service.",
  },
  product: {
    name: "Products",
    about:
      "Products after discounts, less what was edited out, refunded by line, or canceled. An order with several products is in the row of each, and counts once in the total. Shipping has its own row.",
  },
  promo: { name: "Promos", about: "Sales by promo: its code, or the name of a promo without a code." },
  method: { name: "Shipping methods", about: "Sales by the shipping method of their order." },
  stock: {
    name: "Stock value",
    about:
      "Units on hand now, at the price that shoppers pay, and at what they cost you. Units without a cost aren’t in the value at cost.",
  },
};

/** `by` is the unit that the address names; the report of sales may need a longer one. */
export type ReportQuery = DayRange & { kind: ReportKind; by: CalendarUnit | undefined };

const address = (path: string, { kind, from, to, by }: ReportQuery): string =>
  `${path}?${new URLSearchParams({ report: kind, from, to, ...(by ? { by } : {}) }).toString()}`;

const unitNames: Readonly<Record<CalendarUnit, string>> = { day: "By day", week: "By week", month: "By month" };

const numbers = new Intl.NumberFormat("en-US");

const cellText = (column: Column | undefined, value: string | number): string => {
  if (typeof value === "string") return value;
  return column?.kind === "money" ? signedDollars(value) : numbers.format(value).replace("-", "−");
};

const cellsOf = (columns: readonly Column[], row: readonly (string | number)[]) =>
  row.map((value, at) => ({
    text: cellText(columns[at], value),
    head: columns[at]?.name ?? "",
    number: columns[at]?.kind !== "text",
  }));

/** A report that was read, and the sums of the days before it if anything was booked then. */
type Report = ReportInput & { table: ReportTable; before: PeriodBefore | undefined };

/** The rows as they are shown: parts of the calendar are named in words. */
const shownRows = (dates: Dates, { columns, rows, spans, unit }: ReportTable) =>
  rows.map((row, at) => {
    const span = spans?.[at];
    return cellsOf(columns, span && unit ? [spanText(dates, unit, span), ...row.slice(1)] : row);
  });

/** Charts parts of the calendar as columns, if there are several, and other rows as bars. */
function chartsOf(dates: Dates, { table, before }: Report) {
  const { columns, rows, chart, spans, unit } = table;
  const values = rows.map((row) => Number(row[chart]));
  if (spans && unit) {
    const orders = rows.map(([_, count]) => Number(count));
    return {
      columns: rows.length > 1 ? columnChart(dates, { spans, unit, values, orders }, before) : undefined,
      bars: undefined,
    };
  }
  const names = rows.map((row) => row.filter((_, at) => columns[at]?.kind === "text").join(", "));
  return { columns: undefined, bars: barChart(names, values, before) };
}

function resultOf(dates: Dates, report: Report) {
  const { table, before } = report;
  const sum = Number(table.total[table.chart]);
  return {
    heads: table.columns.map(({ name, kind }) => ({ name, number: kind !== "text" })),
    rows: shownRows(dates, table).map((cells) => ({ cells })),
    total: cellsOf(table.columns, table.total),
    cut: table.isCut ? numbers.format(table.rows.length) : undefined,
    sum: {
      name: table.columns[table.chart]?.name ?? "",
      text: before ? comparedWords(sum, before.sum, before.days) : `${signedDollars(sum)}.`,
    },
    before: before?.values && beforeWords(before.days),
    chart: chartsOf(dates, report),
  };
}

/** `today` and `first`, the day of the first sale, are days since 1970-01-01. */
type ReportsInput = {
  query: ReportQuery;
  /** undefined if the query was refused */
  report: Report | undefined;
  refused: Refusal | undefined;
  /** the valid days of the query, for links */
  kept: DayRange;
  today: number;
  first: number;
};

const dayField = (query: ReportQuery, refused: Refusal | undefined, name: "from" | "to", label: string) => ({
  name,
  label,
  type: "date",
  value: query[name],
  required: true,
  error: fieldError(refused, name),
});

/** The units by which the report of sales can be shown. */
const unitLinks = (query: ReportQuery, report: Report | undefined) =>
  report?.kind === "day"
    ? unitsOf(report.span).map((by) => ({
        name: unitNames[by],
        href: address(staffReportsPath, { ...query, by }),
        current: by === report.unit,
      }))
    : [];

/** A report: its subject, its chart, and its table. */
export const reportsPage = (
  context: StaffContext,
  dates: Dates,
  { query, report, refused, kept, today, first }: ReportsInput,
) => ({
  ...staffFrame(context, "Reports", staffReportsPath),
  path: staffReportsPath,
  kind: query.kind,
  by: query.by,
  name: kindWords[query.kind].name,
  about: kindWords[query.kind].about,
  hasPeriod: query.kind !== "stock",
  timeZone: dates.timeZone,
  kinds: (Object.keys(kindWords) as ReportKind[]).map((kind) => ({
    name: kindWords[kind].name,
    href: address(staffReportsPath, { ...query, ...kept, kind }),
    current: kind === query.kind,
  })),
  presets: presetRanges(today, first).map(({ name, from, to }) => ({
    name,
    href: address(staffReportsPath, { ...query, from, to }),
    current: from === query.from && to === query.to,
  })),
  units: unitLinks(query, report),
  from: dayField(query, refused, "from", "From"),
  to: dayField(query, refused, "to", "To"),
  file: address(staffReportsFilePath, { ...query, ...kept }),
  bookings: `${staffBookingsFilePath}?${new URLSearchParams(kept)}`,
  result: report && resultOf(dates, report),
});

type ReportsPage = ReturnType<typeof reportsPage>;
export const reportsView = view<ReportsPage>("staff/reports");
