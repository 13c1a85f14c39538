import { addBusinessDays, businessDayFrom, type CalendarDay, isoDay } from "./business-days.ts";

/** How long a shipping method takes, in business days after the parcel's departure. */
export type DeliveryTime = {
  daysFrom: number;
  daysTo: number;
  /** minutes after midnight until which an order leaves on that day; undefined: all day */
  cutoff: number | undefined;
};

/** First and last day of an estimate, as `2026-12-02`. */
export type DeliveryDates = { from: string; to: string };

/** A moment on the shop's own clock. */
export type LocalTime = { day: CalendarDay; minutes: number };

/**
 * When an order placed at this moment arrives. It leaves on that day if it is a business day and
 * before the cut-off, or else on the next business day.
 */
export function deliveryDates({ daysFrom, daysTo, cutoff }: DeliveryTime, { day, minutes }: LocalTime): DeliveryDates {
  const isLate = cutoff !== undefined && minutes >= cutoff;
  const firstDay = businessDayFrom(day);
  const leaves = firstDay === day && isLate ? businessDayFrom(day + 1) : firstDay;
  return { from: isoDay(addBusinessDays(leaves, daysFrom)), to: isoDay(addBusinessDays(leaves, daysTo)) };
}

/** The number of business days as text: `5–7` for a span, or `1` for a single number. */
export const daysSpan = ({ daysFrom, daysTo }: DeliveryTime): string =>
  daysFrom === daysTo ? String(daysTo) : `${daysFrom}–${daysTo}`;

const dayWord = ({ daysTo }: DeliveryTime): string => (daysTo === 1 ? "day" : "days");

/** Method names that are ordinary words; all others may be a carrier's. */
const plainNames = /^(economy|expedited|express|ground|next day|overnight|priority|rush|same day|standard|two[- ]day)$/i;

type DeliveryMethod = { name: string; delivery: DeliveryTime | undefined };

/**
 * The delivery times of two methods as text: of the first method that has a delivery time, and of
 * the fastest one. The text has no dates, since it is for pages that are the same for everybody.
 * Undefined if no method has a delivery time.
 */
export function deliverySpan(methods: readonly DeliveryMethod[]): string | undefined {
  const timed = methods.flatMap(({ name, delivery }) => (delivery ? [{ name, delivery }] : []));
  const [first] = timed;
  if (!first) return undefined;
  const fastest = timed.reduce((best, each) => (each.delivery.daysTo < best.delivery.daysTo ? each : best));
  const span = `${first.name} delivery in ${daysSpan(first.delivery)} business ${dayWord(first.delivery)}`;
  const name = plainNames.test(fastest.name) ? fastest.name.toLowerCase() : fastest.name;
  return fastest === first ? span : `${span}, ${name} in ${daysSpan(fastest.delivery)} ${dayWord(fastest.delivery)}`;
}
