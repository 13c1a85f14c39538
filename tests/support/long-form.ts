import type { Engine } from "./database.ts";

/**
 * Whether this is `npm run prove`: a test that tries many cases tries them all then, and in
 * `npm run test:all` as many as guard the rule.
 */
export const isProof = process.env.PROVE === "1";

/** How many cases are tried: `inTest` in `npm run test:all`, `inProof` in `npm run prove`. */
export const often = (inTest: number, inProof: number): number => (isProof ? inProof : inTest);

/** For routes whose queries other tests ask on both engines: SQLite alone but in `npm run prove`. */
export const proofEngines: readonly Engine[] = isProof ? ["sqlite", "postgres"] : ["sqlite"];
