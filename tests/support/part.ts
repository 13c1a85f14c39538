/**
 * The part of the tests that a run executes. `npm test` runs `quick`, `npm run test:rest` runs
 * `rest`, and `npm run test:all` runs `all`, which is `quick` and `rest`. `npm test -- checkout`
 * runs `feature`, the short tests of the named features.
 */
export type Part = "quick" | "feature" | "rest" | "all";

const parts: readonly Part[] = ["quick", "feature", "rest", "all"];

/** The part that TEST_PART names; `all` if it is not set. */
export const part: Part = parts.find((name) => name === process.env.TEST_PART) ?? "all";

/** Whether a part leaves out long tests: PostgreSQL, React, and three browsers. */
export const isShort = (part: Part): boolean => part === "quick" || part === "feature";
