import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { findSalesByDay } from "./queries/search.ts";
import { clockSpans } from "./rules/report-days.ts";

const dayMs = 86_400_000;

/** A day of the shop's calendar, as days since 1970-01-01, with what was sold on it. */
export type SalesDay = { day: number; orders: number; total: Cents };

/** The sales of the last `days` days in the shop's time zone, the earliest first; canceled orders are none. */
export async function salesByDay(db: Db, dates: Dates, days: number, now: number): Promise<SalesDay[]> {
  const first = dates.local(now).day - days + 1;
  const since = now - (days + 1) * dayMs;
  const found = await findSalesByDay(db, since, clockSpans(dates.local, since, now));
  const sold = new Map(found.map((each) => [each.day, each]));
  return Array.from({ length: days }, (_, at) => sold.get(first + at) ?? { day: first + at, orders: 0, total: 0 });
}
