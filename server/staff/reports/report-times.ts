import { type Dates, longMonth, shortDay, shortMonth } from "../../dates.ts";
import type { Period } from "../../orders/reports.ts";
import { type CalendarUnit, type DaySpan, isoDay } from "../../orders/rules/report-days.ts";

/** A span of days of the shop's calendar as times in ms. */
export const periodOf = (dates: Dates, { from, to }: DaySpan): Period => ({
  from: dates.startOf(isoDay(from)),
  to: dates.startOf(isoDay(to)),
});

const isFirst = (day: number): boolean => isoDay(day).endsWith("-01");

/** The days of a row as `Wed, Dec 2, 2026`, a range, or `December 2026` for a whole month. */
export const spanText = (dates: Dates, unit: CalendarUnit, { from, to }: DaySpan): string =>
  unit === "month" && isFirst(from) && isFirst(to) ? longMonth(from) : dates.range(isoDay(from), isoDay(to - 1));

/** The days of a row in short, for an axis. */
export const axisText = (unit: CalendarUnit, { from }: DaySpan): string => (unit === "month" ? shortMonth(from) : shortDay(from));
