import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { sumDayTotals } from "./queries/reports.ts";
import { clockSpans } from "./rules/report-days.ts";

const dayMs = 86_400_000;

/**
 * A day of the shop's calendar, as days since 1970-01-01, with what was booked on it: what its orders
 * came to with shipping and tax, and what went back by edits, refunds and cancelations, of any
 * order's, as a negative number. Both make the total of the report of sales.
 */
export type SalesDay = { day: number; orders: number; sold: Cents; back: Cents };

/** The sales of the last `days` days in the shop's time zone, the earliest first. */
export async function salesByDay(db: Db, dates: Dates, days: number, now: number): Promise<SalesDay[]> {
  const today = dates.local(now).day;
  const first = today - days + 1;
  const startOf = (day: number) => dates.startOf(new Date(day * dayMs).toISOString().slice(0, 10));
  const period = { from: startOf(first), to: startOf(today + 1) };
  const found = await sumDayTotals(db, period, clockSpans(dates.local, period.from, period.to));
  const booked = new Map(found.map((each) => [each.day, each]));
  return Array.from({ length: days }, (_, at) => booked.get(first + at) ?? { day: first + at, orders: 0, sold: 0, back: 0 });
}
