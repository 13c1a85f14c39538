/** From and until when something is shown, in ms since 1970; open where null. */
export type Period = { startsAt: number | null; endsAt: number | null };

/** Shown from its beginning on, and at its end no more. */
export const isShown = ({ startsAt, endsAt }: Period, now: number): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);

/** When the first of them begins or ends after `now`; undefined where none does. */
export function nextChange(periods: readonly Period[], now: number): number | undefined {
  const times = periods.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((at) => at !== null && at > now);
  return times.length > 0 ? Math.min(...(times as number[])) : undefined;
}
