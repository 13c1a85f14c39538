import type { Engine } from "./database.ts";

/**
 * Whether `npm run prove` runs, which tries all cases of a test. `npm run test:all` tries only as
 * many as guard the rule.
 */
export const isProof = process.env.PROVE === "1";

/** How many cases are tried: `inTest` in `npm run test:all`, `inProof` in `npm run prove`. */
export const often = (inTest: number, inProof: number): number => (isProof ? inProof : inTest);

/**
 * The engines for routes whose queries are tested on both engines elsewhere: both in `npm run
 * prove`, else SQLite alone.
 */
export const proofEngines: readonly Engine[] = isProof ? ["sqlite", "postgres"] : ["sqlite"];
