import type { Dates } from "../dates.ts";

const minute = 60_000;
const day = 1440 * minute;

/** The moment (ms) that a field `2026-01-10T12:30` names in the shop's time zone; undefined where it names none. */
export function momentOf(dates: Dates, typed: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed)) return undefined;
  const wanted = Date.parse(`${typed}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const shown = (at: number) => {
    const local = dates.local(at);
    return local.day * day + local.minutes * minute;
  };
  // Twice: the offset there may be another one than in UTC at that time.
  const first = wanted - (shown(wanted) - wanted);
  return first - (shown(first) - wanted);
}

/** The same the other way; empty for null. */
export function fieldOf(dates: Dates, at: number | null): string {
  if (at === null) return "";
  const { day: days, minutes } = dates.local(at);
  return new Date(days * day + minutes * minute).toISOString().slice(0, 16);
}
