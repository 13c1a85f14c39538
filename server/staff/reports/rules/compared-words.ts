import { type Cents, dollars } from "../../../money.ts";

/** The days before a period in words, such as `the 30 days before`. */
export const beforeWords = (days: number): string => (days === 1 ? "the day before" : `the ${days} days before`);

/** The days before a period with their preposition, such as `in the 30 days before`. */
export const inDaysBefore = (days: number): string => `${days === 1 ? "on" : "in"} ${beforeWords(days)}`;

/** How long ago something was, such as `30 days before`. */
export const daysEarlier = (days: number): string => (days === 1 ? "1 day before" : `${days} days before`);

/** An amount whose minus is as wide as a plus. */
export const signedDollars = (cents: Cents): string => dollars(cents).replace("-", "−");

const percent = (part: number): string => {
  const rounded = Math.round(part * 100);
  return rounded === 0 ? "less than 1%" : `${rounded.toLocaleString("en-US")}%`;
};

/**
 * A sum compared with that of the days before, such as
 * `$12.00, 20% more than in the 30 days before ($10.00).`
 */
export function comparedWords(now: Cents, before: Cents, days: number): string {
  const place = inDaysBefore(days);
  if (now === before) return `${signedDollars(now)}, as much as ${place}.`;
  // A percentage of $0, or of a negative sum, says nothing.
  if (before <= 0) return `${signedDollars(now)}, and ${signedDollars(before)} ${place}.`;
  const change = `${percent(Math.abs(now - before) / before)} ${now > before ? "more" : "less"}`;
  return `${signedDollars(now)}, ${change} than ${place} (${signedDollars(before)}).`;
}
