/**
 * The part of the tests that a run takes: `quick` is `npm test`, `rest` is what `npm run test:all`
 * adds to it, and `all` is both.
 */
export type Part = "quick" | "rest" | "all";

const parts: readonly Part[] = ["quick", "rest", "all"];

/** The part that TEST_PART names; `all` if it is not set. */
export const part: Part = parts.find((name) => name === process.env.TEST_PART) ?? "all";
