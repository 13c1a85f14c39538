import { dollars } from "../../money.ts";
import type { Outcome } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import { fieldError } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffReportsFilePath, staffReportsPath } from "../paths.ts";
import type { Column, ReportKind, ReportTable } from "./report-tables.ts";
import { type DayRange, presetRanges } from "./rules/report-period.ts";

const kindWords: Readonly<Record<ReportKind, { name: string; about: string }>> = {
  day: {
    name: "Days",
    about: "Sales on each day as they were booked: an edit, a refund, or a cancellation counts on its own day.",
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
      "Products after discounts, less what was edited out, refunded by line, or canceled. An order with several products stands at each of them, and counts once in the total.",
  },
  promo: { name: "Promo codes", about: "Sales by the promo code of their order." },
  method: { name: "Shipping methods", about: "Sales by the shipping method of their order." },
  stock: { name: "Stock value", about: "Units on hand now, at the price that shoppers pay. What they cost you isn’t stored." },
};

export type ReportQuery = DayRange & { kind: ReportKind };

const address = (path: string, { kind, from, to }: ReportQuery): string =>
  `${path}?${new URLSearchParams({ report: kind, from, to }).toString()}`;

const numbers = new Intl.NumberFormat("en-US");

const cellText = (column: Column | undefined, value: string | number): string => {
  if (typeof value === "string") return value;
  return column?.kind === "money" ? dollars(value).replace("-", "−") : numbers.format(value).replace("-", "−");
};

const cellsOf = (columns: readonly Column[], row: readonly (string | number)[]) =>
  row.map((value, at) => ({
    text: cellText(columns[at], value),
    head: columns[at]?.name ?? "",
    number: columns[at]?.kind !== "text",
  }));

const chart = { width: 720, bar: 22, label: 200, amount: 110 };
/** The most rows that are drawn; the table has all rows. */
const mostBars = 31;

/** One bar for each row, with its name before it and its figure after it. */
function barsOf({ columns, rows, chart: column }: ReportTable) {
  const bars = rows.slice(0, mostBars);
  const highest = Math.max(1, ...bars.map((row) => Math.abs(Number(row[column]))));
  const room = chart.width - chart.label - chart.amount;
  return {
    view: `0 0 ${chart.width} ${Math.max(1, bars.length) * chart.bar}`,
    height: Math.max(1, bars.length) * chart.bar,
    bars: bars.map((row, at) => {
      const value = Number(row[column]);
      const width = value === 0 ? 0 : Math.max(1, Math.round((Math.abs(value) / highest) * room));
      const name = row.filter((_, column) => columns[column]?.kind === "text").join(", ");
      return {
        name: name.length > 28 ? `${name.slice(0, 27)}…` : name,
        nameY: at * chart.bar + 15,
        x: chart.label,
        y: at * chart.bar + 3,
        width,
        height: chart.bar - 6,
        isNegative: value < 0,
        amount: cellText(columns[column], value),
        amountX: chart.label + width + 6,
      };
    }),
  };
}

/** `today` and `first`, the day of the first sale, are days since 1970-01-01. */
type ReportsInput = {
  query: ReportQuery;
  /** the table, or why there is none */
  table: Outcome<ReportTable>;
  /** the valid days of the query, for links */
  kept: DayRange;
  today: number;
  first: number;
  timeZone: string;
};

const resultOf = (table: ReportTable) => ({
  heads: table.columns.map(({ name, kind }) => ({ name, number: kind !== "text" })),
  rows: table.rows.map((row) => ({ cells: cellsOf(table.columns, row) })),
  total: cellsOf(table.columns, table.total),
  cut: table.isCut ? numbers.format(table.rows.length) : undefined,
  chart: barsOf(table),
});

const dayField = (query: ReportQuery, table: Outcome<ReportTable>, name: "from" | "to", label: string) => ({
  name,
  label,
  type: "date",
  value: query[name],
  required: true,
  error: table.ok ? undefined : fieldError(table, name),
});

/** A report: its subject, its chart, and its table. */
export const reportsPage = (context: StaffContext, { query, table, kept, today, first, timeZone }: ReportsInput) => ({
  ...staffFrame(context, "Reports", staffReportsPath),
  path: staffReportsPath,
  kind: query.kind,
  name: kindWords[query.kind].name,
  about: kindWords[query.kind].about,
  hasPeriod: query.kind !== "stock",
  timeZone,
  kinds: (Object.keys(kindWords) as ReportKind[]).map((kind) => ({
    name: kindWords[kind].name,
    href: address(staffReportsPath, { ...kept, kind }),
    current: kind === query.kind,
  })),
  presets: presetRanges(today, first).map(({ name, from, to }) => ({
    name,
    href: address(staffReportsPath, { kind: query.kind, from, to }),
    current: from === query.from && to === query.to,
  })),
  from: dayField(query, table, "from", "From"),
  to: dayField(query, table, "to", "To"),
  file: address(staffReportsFilePath, { ...kept, kind: query.kind }),
  result: table.ok ? resultOf(table.value) : undefined,
});

type ReportsPage = ReturnType<typeof reportsPage>;
export const reportsView = view<ReportsPage>("staff/reports");
