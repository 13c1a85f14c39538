/** The beginning and end of something shown, in ms since 1970; open if null. */
export type Period = { startsAt: number | null; endsAt: number | null };

/** Whether it is shown, from its beginning to before its end. */
export const isShown = ({ startsAt, endsAt }: Period, now: number): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);

/** When the first of them begins or ends after `now`; undefined if none does. */
export function nextChange(periods: readonly Period[], now: number): number | undefined {
  const times = periods.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((at) => at !== null && at > now);
  return times.length > 0 ? Math.min(...(times as number[])) : undefined;
}
