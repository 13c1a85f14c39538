const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

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

type Calendar = { local: Local; startOf: (day: string) => number };

/** The shop's calendar months in a period, as `2026-12`, each with its part of the period in ms. */
export function monthSpans(
  { local, startOf }: Calendar,
  from: number,
  to: number,
): { label: string; from: number; to: number }[] {
  const months: { label: string; from: number; to: number }[] = [];
  for (let at = from; at < to; ) {
    const day = new Date(local(at).day * dayMs);
    const next = startOf(new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)).toISOString().slice(0, 10));
    months.push({ label: day.toISOString().slice(0, 7), from: at, to: Math.min(next, to) });
    at = next;
  }
  return months;
}
