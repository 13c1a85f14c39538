/** A moment for a `<time>`: what programs read, and what people do. */
export type ShownTime = { iso: string; text: string };

/** The one way in which dates are shown: on pages, in mails and by commands. */
export type Dates = {
  /** by IANA name */
  timeZone: string;
  /** `January 10, 2026`; `at` is in ms */
  day: (at: number) => ShownTime;
  /** `January 10, 2026 at 12:30 PM EST` */
  moment: (at: number) => ShownTime;
};

/**
 * Dates in the shop's time zone, the same words for everybody: the server does not know where a
 * shopper is. Throws a RangeError where there is no such zone.
 */
export function openDates(timeZone: string): Dates {
  const date = { year: "numeric", month: "long", day: "numeric", timeZone } as const;
  const day = new Intl.DateTimeFormat("en-US", date);
  const moment = new Intl.DateTimeFormat("en-US", { ...date, hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  const shownBy = (format: Intl.DateTimeFormat) => (at: number) => ({ iso: new Date(at).toISOString(), text: format.format(at) });
  return { timeZone, day: shownBy(day), moment: shownBy(moment) };
}
