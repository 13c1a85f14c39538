import { type CalendarUnit, calendarUnits, type DaySpan, isoDay } from "../../../orders/rules/report-days.ts";
import { type FieldError, type Outcome, ok, refuse } from "../../../outcome.ts";

const dayMs = 86_400_000;
const dayNumber = (iso: string): number => Date.parse(iso) / dayMs;

/** The first and the last day, both included, as `2026-12-02`. */
export type DayRange = { from: string; to: string };

/**
 * Ranges to choose from; `today` and `first`, the day of the first sale, are days since 1970-01-01.
 */
export function presetRanges(today: number, first: number): readonly (DayRange & { name: string })[] {
  const now = new Date(today * dayMs);
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const day = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10);
  return [
    { name: "Today", from: isoDay(today), to: isoDay(today) },
    { name: "Last 7 days", from: isoDay(today - 6), to: isoDay(today) },
    { name: "Last 30 days", from: isoDay(today - 29), to: isoDay(today) },
    { name: "This month", from: day(year, month, 1), to: isoDay(today) },
    { name: "Last month", from: day(year, month - 1, 1), to: day(year, month, 0) },
    { name: "This year", from: day(year, 0, 1), to: isoDay(today) },
    { name: "Last year", from: day(year - 1, 0, 1), to: day(year - 1, 11, 31) },
    { name: "All years", from: isoDay(Math.min(first, today)), to: isoDay(today) },
  ];
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && isoDay(dayNumber(text)) === text;

/** The typed range; the last 30 days if a day is missing. */
export const rangeOf = (from: string, to: string, today: number): DayRange => ({
  from: from || isoDay(today - 29),
  to: to || isoDay(today),
});

function dayErrors(range: DayRange): FieldError[] {
  const { from, to } = range;
  const errors = (["from", "to"] as const)
    .filter((field) => range[field] !== "" && !isDay(range[field]))
    .map((field) => ({ field, message: "Enter a date, such as 2026-12-31." }));
  if (errors.length > 0 || from === "" || to === "" || from <= to) return errors;
  return [{ field: "to", message: "Choose a day on or after “From”." }];
}

/** Refuses invalid days, and a last day before the first. An empty day sets no limit. */
export function checkDays<Range extends DayRange>(range: Range): Outcome<Range> {
  const errors = dayErrors(range);
  const [first] = errors;
  return first ? { ...refuse("invalid_fields", first.message), errors } : ok(range);
}

/**
 * The days that links keep: invalid days are left out, and both days if they are in the wrong
 * order.
 */
export function keptDays(range: DayRange): DayRange {
  const from = isDay(range.from) ? range.from : "";
  const to = isDay(range.to) ? range.to : "";
  return from !== "" && to !== "" && from > to ? { from: "", to: "" } : { from, to };
}

/** The most days of a period that are shown one by one, or by weeks. */
const mostDays: Readonly<Record<CalendarUnit, number>> = { day: 92, week: 731, month: Number.POSITIVE_INFINITY };

/**
 * The days of a valid range that may have sales: none after today and the last booking, and of a
 * long range none before the first booking.
 */
export function bookedDays(range: DayRange, today: number, sales: { first: number; last: number } | undefined): DaySpan {
  const from = dayNumber(range.from);
  const to = Math.min(dayNumber(range.to), Math.max(today, sales?.last ?? today)) + 1;
  return { from: to - from > mostDays.day ? Math.max(from, sales?.first ?? from) : from, to };
}

/** The units by which so many days can be shown. */
export const unitsOf = ({ from, to }: DaySpan): CalendarUnit[] => calendarUnits.filter((unit) => to - from <= mostDays[unit]);

/**
 * The requested unit, or the next longer one if the span is too long for it. Without a request,
 * days, or months if the span is too long for days.
 */
export function unitOf(asked: CalendarUnit | undefined, span: DaySpan): CalendarUnit {
  const units = unitsOf(span);
  const unit = asked ?? "day";
  if (units.includes(unit)) return unit;
  return asked === "day" ? (units[0] ?? "month") : "month";
}

/** The same number of days before a span. */
export const daysBefore = ({ from, to }: DaySpan): DaySpan => ({ from: from - (to - from), to: from });

/** The next day. */
export const dayAfter = (day: string): string => isoDay(dayNumber(day) + 1);
