import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import type { Cents } from "../../money.ts";
import { type SalesRow, salesBy, salesOver, salesTotal } from "../../orders/reports.ts";
import type { DaySpan } from "../../orders/rules/report-days.ts";
import { groupName, type ReportKind, type ReportTable } from "./report-tables.ts";
import { periodOf } from "./report-times.ts";
import { daysBefore } from "./rules/report-period.ts";

/**
 * The sum that a report draws, in the same number of days before its period. `values` has the sum
 * of each row; the reports by product and by rate have none.
 */
export type PeriodBefore = { days: number; sum: Cents; values: readonly Cents[] | undefined };

const measureOf = (kind: ReportKind): ((row: SalesRow) => Cents) => {
  if (kind === "tax" || kind === "rate") return ({ tax }) => tax;
  return kind === "product" ? ({ net, shipping }) => net + shipping : ({ total }) => total;
};

/** The sums of a report's rows in the days before; undefined for reports by product and by rate. */
async function valuesBefore(
  db: Db,
  dates: Dates,
  kind: ReportKind,
  span: DaySpan,
  table: ReportTable,
): Promise<Cents[] | undefined> {
  const measure = measureOf(kind);
  if (table.spans) {
    const days = span.to - span.from;
    const earlier = table.spans.map(({ from, to }) => ({ from: from - days, to: to - days }));
    return (await salesOver(db, dates, earlier)).map(measure);
  }
  const group = kind === "tax" ? "area" : kind;
  if (group !== "area" && group !== "method" && group !== "promo") return undefined;
  const rows = await salesBy(db, group, periodOf(dates, daysBefore(span)));
  const named = new Map(rows.map((row) => [groupName(group, row), measure(row)]));
  return table.rows.map(([name]) => named.get(String(name)) ?? 0);
}

/** Reads the sums of a report in the days before its period. */
export async function periodBefore(
  db: Db,
  dates: Dates,
  kind: ReportKind,
  span: DaySpan,
  table: ReportTable,
): Promise<PeriodBefore> {
  const all = await salesTotal(db, periodOf(dates, daysBefore(span)));
  const values = await valuesBefore(db, dates, kind, span, table);
  return { days: span.to - span.from, sum: measureOf(kind)(all), values };
}
