/** In ms. */
export const oneDay = 24 * 3_600_000;

/** The day of a moment (ms), counted from 1970 in UTC. */
export const dayOf = (at: number): number => Math.floor(at / oneDay);
