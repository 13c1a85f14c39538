const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** A day, numbered from 1970-01-01 on, as `2026-12-02`. */
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The shop's local time: days since 1970-01-01, and minutes after midnight. */
type Local = (at: number) => { day: number; minutes: number };

/** Until `until` (ms), the shop's clock is `offset` ms ahead of UTC. */
export type ClockSpan = { until: number; offset: number };

function offsetAt(local: Local, minute: number): number {
  const { day, minutes } = local(minute * minuteMs);
  return day * dayMs + minutes * minuteMs - minute * minuteMs;
}

/** The first minute after `from`, up to `to`, at which the clock's offset differs from `offset`. */
function changeBetween(local: Local, offset: number, from: number, to: number): number {
  let same = from;
  let changed = to;
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offsetAt(local, middle) === offset) same = middle;
    else changed = middle;
  }
  return changed;
}

/** The offsets of the shop's clock between two times (ms), as spans of a constant offset. */
export function clockSpans(local: Local, from: number, to: number): ClockSpan[] {
  const spans: ClockSpan[] = [];
  const end = Math.ceil(to / minuteMs);
  let minute = Math.floor(from / minuteMs);
  let offset = offsetAt(local, minute);
  while (minute < end) {
    const next = Math.min(minute + 7 * 1440, end);
    const later = offsetAt(local, next);
    if (later !== offset) spans.push({ until: changeBetween(local, offset, minute, next) * minuteMs, offset });
    [minute, offset] = [next, later];
  }
  return [...spans, { until: Number.POSITIVE_INFINITY, offset }];
}

/** Days of the shop's calendar as days since 1970-01-01; `to` is the day after the last. */
export type DaySpan = { from: number; to: number };

/** The parts of a calendar into which a period is divided. */
export const calendarUnits = ["day", "week", "month"] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

/** The first day after the day, week, or month that contains `day`; weeks begin on Mondays. */
function nextStart(unit: CalendarUnit, day: number): number {
  if (unit === "day") return day + 1;
  // 1970-01-01 was a Thursday.
  if (unit === "week") return day + 7 - ((day + 3) % 7);
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / dayMs;
}

/** The days, weeks, or months of a span; the first and the last one have only days of the span. */
export function calendarSpans(unit: CalendarUnit, { from, to }: DaySpan): DaySpan[] {
  const spans: DaySpan[] = [];
  for (let day = from; day < to; day = nextStart(unit, day)) spans.push({ from: day, to: Math.min(nextStart(unit, day), to) });
  return spans;
}
