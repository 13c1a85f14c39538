import type { Dates } from "../dates.ts";

const minute = 60_000;
const day = 1440 * minute;

/**
 * The moment (ms) of a field like `2026-01-10T12:30` in the shop's time zone; undefined for an
 * invalid one.
 */
export function momentOf(dates: Dates, typed: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed)) return undefined;
  const wanted = Date.parse(`${typed}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const shown = (at: number) => {
    const local = dates.local(at);
    return local.day * day + local.minutes * minute;
  };
  // Done twice: the offset there may differ from the one in UTC at that time.
  const first = wanted - (shown(wanted) - wanted);
  return first - (shown(first) - wanted);
}

/** The field of a moment in the shop's time zone; empty for null. */
export function fieldOf(dates: Dates, at: number | null): string {
  if (at === null) return "";
  const { day: days, minutes } = dates.local(at);
  return new Date(days * day + minutes * minute).toISOString().slice(0, 16);
}
