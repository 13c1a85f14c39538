/** A day of the calendar, as the number of days since 1970-01-01. */
export type CalendarDay = number;

const dayMs = 86_400_000;

const dateOf = (day: CalendarDay): Date => new Date(day * dayMs);
const dayAt = (year: number, month: number, date: number): CalendarDay => Date.UTC(year, month - 1, date) / dayMs;

/** `2026-12-02` */
export const isoDay = (day: CalendarDay): string => dateOf(day).toISOString().slice(0, 10);

/** The day of the week; 0 for Sunday. */
const weekday = (day: CalendarDay): number => dateOf(day).getUTCDay();

/** The nth weekday `day` of a month; n counts from 1. */
const nth = (n: number, day: number, year: number, month: number): CalendarDay => {
  const first = dayAt(year, month, 1);
  return first + ((day - weekday(first) + 7) % 7) + (n - 1) * 7;
};

const last = (day: number, year: number, month: number): CalendarDay => {
  const end = dayAt(year, month + 1, 1) - 1;
  return end - ((weekday(end) - day + 7) % 7);
};

/** The observed day of a holiday: the Friday before or the Monday after a weekend. */
const observed = (day: CalendarDay): CalendarDay => day + ({ 6: -1, 0: 1 }[weekday(day)] ?? 0);

/** US federal holidays of a year, on the days when they are observed (5 U.S.C. 6103). */
const holidaysOf = (year: number): readonly CalendarDay[] => [
  observed(dayAt(year, 1, 1)),
  nth(3, 1, year, 1),
  nth(3, 1, year, 2),
  last(1, year, 5),
  observed(dayAt(year, 6, 19)),
  observed(dayAt(year, 7, 4)),
  nth(1, 1, year, 9),
  nth(2, 1, year, 10),
  observed(dayAt(year, 11, 11)),
  nth(4, 4, year, 11),
  observed(dayAt(year, 12, 25)),
];

/**
 * Whether a US federal holiday is observed on this day. If New Year's Day is a Saturday, it is
 * observed in the year before.
 */
const isHoliday = (day: CalendarDay): boolean => {
  const year = dateOf(day).getUTCFullYear();
  return holidaysOf(year).includes(day) || holidaysOf(year + 1)[0] === day;
};

/** Whether it is Monday to Friday and no US federal holiday. */
export const isBusinessDay = (day: CalendarDay): boolean => weekday(day) % 6 !== 0 && !isHoliday(day);

/** The first business day from `day` on. */
export function businessDayFrom(day: CalendarDay): CalendarDay {
  let businessDay = day;
  while (!isBusinessDay(businessDay)) businessDay += 1;
  return businessDay;
}

/** The day `count` business days later; with 0, `day`. */
export function addBusinessDays(day: CalendarDay, count: number): CalendarDay {
  let reached = day;
  for (let days = count; days > 0; days -= 1) reached = businessDayFrom(reached + 1);
  return reached;
}
