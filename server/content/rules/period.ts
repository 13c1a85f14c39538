/** The start and end of a period in which content is shown, in ms since 1970; null if open. */
export type Period = { startsAt: number | null; endsAt: number | null };

/** Whether the content is shown at `now`; the end is excluded. */
export const isShown = ({ startsAt, endsAt }: Period, now: number): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);

/** The time of the first start or end after `now`; undefined if there is none. */
export function nextChange(periods: readonly Period[], now: number): number | undefined {
  const times = periods.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((at) => at !== null && at > now);
  return times.length > 0 ? Math.min(...(times as number[])) : undefined;
}
