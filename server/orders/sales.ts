import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { sumTotals } from "./queries/reports.ts";

const dayMs = 86_400_000;

/**
 * A day of the shop's calendar, as days since 1970-01-01. `sold` is the total of its orders with
 * shipping and tax. `back` is what went back that day by edits, refunds and cancelations of any
 * order, as a negative number. Together they are the total of the sales report.
 */
export type SalesDay = { day: number; orders: number; sold: Cents; back: Cents };

/** The sales of the last `days` days in the shop's time zone, the earliest first. */
export async function salesByDay(db: Db, dates: Dates, days: number, now: number): Promise<SalesDay[]> {
  const today = dates.local(now).day;
  const first = today - days + 1;
  const startOf = (day: number) => dates.startOf(new Date(day * dayMs).toISOString().slice(0, 10));
  const starts = Array.from({ length: days + 1 }, (_, at) => startOf(first + at));
  const periods = starts.slice(0, -1).map((from, at) => ({ from, to: starts[at + 1] ?? from }));
  return (await sumTotals(db, periods)).map((totals, at) => ({ day: first + at, ...totals }));
}
