import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { findSalesByHour } from "./queries/search.ts";

export { countOpenReturns } from "./queries/search.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A day of the shop's calendar, as days since 1970-01-01, with what was sold on it. */
export type SalesDay = { day: number; orders: number; total: Cents };

/** The sales of the last `days` days in the shop's time zone, the earliest first; canceled orders are none. */
export async function salesByDay(db: Db, dates: Dates, days: number, now: number): Promise<SalesDay[]> {
  const today = dates.local(now).day;
  const sales = Array.from({ length: days }, (_, at) => ({ day: today - days + 1 + at, orders: 0, total: 0 }));
  for (const { hour, orders, total } of await findSalesByHour(db, now - (days + 1) * dayMs)) {
    const sold = sales.find(({ day }) => day === dates.local(hour * hourMs).day);
    if (sold) Object.assign(sold, { orders: sold.orders + orders, total: sold.total + total });
  }
  return sales;
}
