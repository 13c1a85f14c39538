/** A moment for a `<time>` element, in a form for programs and in a form for people. */
export type TimeText = { iso: string; text: string };

/** The only functions that show dates: on pages, in emails and in commands. */
export type Dates = {
  /** the zone's IANA name */
  timeZone: string;
  /** `January 10, 2026`; `at` is in ms */
  day: (at: number) => TimeText;
  /** `January 10, 2026 at 12:30 PM EST` */
  moment: (at: number) => TimeText;
  /** `Jan 10, 12:30 PM` if `at` is in the year of `now`, else `Jan 10, 2025`; for lists */
  brief: (at: number, now: number) => TimeText;
  /** `Wed, Dec 2 – Fri, Dec 4, 2026`, from days such as `2026-12-02` */
  range: (from: string, to: string) => string;
  /** the time in ms at which a day such as `2026-12-02` begins */
  startOf: (day: string) => number;
  /**
   * the time in ms of a form's day and time, such as `2026-12-02T09:30`; the next valid time if
   * clocks skip this time; NaN if invalid
   */
  atLocal: (text: string) => number;
  /** a moment in ms as the text of a form's field */
  typed: (at: number) => string;
  /** the day and time in the shop's zone: days since 1970-01-01, minutes after midnight */
  local: (at: number) => { day: number; minutes: number };
};

const minuteMs = 60_000;

/** Formats days of the calendar, which are the same in every zone. */
const calendar = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

const rangeOf = (from: string, to: string): string =>
  // Thin spaces become ordinary ones, since some fonts lack thin spaces.
  calendar.formatRange(new Date(from), new Date(to)).replace(/[\u2009\u202f]/g, " ");

const shortDays = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const shortMonths = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
const longMonths = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** A day of the calendar as `Dec 2`; `day` is in days since 1970-01-01. */
export const shortDay = (day: number): string => shortDays.format(day * 86_400_000);
/** The month of a day of the calendar as `Dec 2026`. */
export const shortMonth = (day: number): string => shortMonths.format(day * 86_400_000);
/** The month of a day of the calendar as `December 2026`. */
export const longMonth = (day: number): string => longMonths.format(day * 86_400_000);

/**
 * Dates in the shop's time zone. Everybody gets the same words, since the server does not know
 * where a shopper is. Throws a RangeError if there is no such zone.
 */
export function openDates(timeZone: string): Dates {
  const date = { year: "numeric", month: "long", day: "numeric", timeZone } as const;
  const day = new Intl.DateTimeFormat("en-US", date);
  const moment = new Intl.DateTimeFormat("en-US", { ...date, hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  const shownBy = (format: Intl.DateTimeFormat) => (at: number) => ({ iso: new Date(at).toISOString(), text: format.format(at) });
  const clock = new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
    timeZone,
  });
  const local = (at: number) => {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0 } = parts;
    return { day: Date.UTC(year, month - 1, date) / 86_400_000, minutes: hour * 60 + minute };
  };
  const yearOf = (at: number) => new Date(local(at).day * 86_400_000).getUTCFullYear();
  const monthAndDay = { month: "short", day: "numeric", timeZone } as const;
  const inThisYear = shownBy(new Intl.DateTimeFormat("en-US", { ...monthAndDay, hour: "numeric", minute: "2-digit" }));
  const inOtherYears = shownBy(new Intl.DateTimeFormat("en-US", { ...monthAndDay, year: "numeric" }));
  const brief = (at: number, now: number) => (yearOf(at) === yearOf(now) ? inThisYear(at) : inOtherYears(at));
  const shownAt = (at: number) => local(at).day * 86_400_000 + local(at).minutes * minuteMs;
  /**
   * Converts a local time to a moment in ms. `localTime` has the digits of the shop's clocks, but
   * is written as if they were UTC (ms). If the shop's clocks skip this time, returns the moment at
   * which they skip it.
   */
  const whenShown = (localTime: number) => {
    // The shift is done twice, since the zone's offset at the result may differ from its offset at
    // `localTime` in UTC.
    const shifted = (at: number) => localTime - (shownAt(at) - Math.floor(at / minuteMs) * minuteMs);
    const first = shifted(localTime);
    const second = shifted(shifted(localTime));
    if (Number.isNaN(localTime) || shownAt(second) === localTime) return second;
    let before = Math.min(first, second);
    let after = Math.max(first, second);
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs;
      if (shownAt(middle) < localTime) before = middle;
      else after = middle;
    }
    return after;
  };
  const startOf = (day: string) => whenShown(Date.parse(day));
  const atLocal = (text: string) => {
    const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
    return Number.isNaN(localTime) ? localTime : whenShown(localTime);
  };
  const inputText = (at: number) => {
    const { day: localDay, minutes } = local(at);
    return new Date(localDay * 86_400_000 + minutes * 60_000).toISOString().slice(0, 16);
  };
  return {
    timeZone,
    range: rangeOf,
    local,
    startOf,
    atLocal,
    typed: inputText,
    day: shownBy(day),
    moment: shownBy(moment),
    brief,
  };
}

/** Dates in the zone that `zone` returns at each call: the owner may choose another zone. */
export function datesIn(zone: () => string): Dates {
  let dates = openDates(zone());
  const current = (): Dates => {
    const timeZone = zone();
    if (timeZone !== dates.timeZone) dates = openDates(timeZone);
    return dates;
  };
  return {
    get timeZone() {
      return current().timeZone;
    },
    day: (at) => current().day(at),
    moment: (at) => current().moment(at),
    brief: (at, now) => current().brief(at, now),
    range: rangeOf,
    startOf: (day) => current().startOf(day),
    local: (at) => current().local(at),
    atLocal: (text) => current().atLocal(text),
    typed: (at) => current().typed(at),
  };
}
