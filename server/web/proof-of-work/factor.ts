/** Counted tries of one kind, and how many of them cost no work. */
export type CountedTries = { count: number; free: number };

/** The highest factor takes a current computer about 8 s and a slow phone half a minute. */
const mostFactor = 16;

/**
 * The work that the next try costs, as a multiple of the work for a sign-up. It is 0 while each
 * count is below its free tries. From there on it is 1, and it doubles with each further `free`
 * tries, up to `mostFactor`.
 */
export function workFactor(counts: readonly CountedTries[]): number {
  const factors = counts.map(({ count, free }) => (count < free ? 0 : 2 ** (Math.floor(count / free) - 1)));
  return Math.min(mostFactor, Math.max(0, ...factors));
}

/**
 * Whether the work that was done is enough. Half of the needed factor is enough, since others'
 * tries may have doubled it meanwhile. Otherwise an attack would keep people working without end.
 */
export const isEnoughWork = (done: number, needed: number): boolean => done * 2 >= needed;
