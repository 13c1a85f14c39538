/**
 * The part of the tests that a run takes: `quick` is `npm test`, `rest` is what `npm run test:all`
 * adds to it, and `all` is both. `feature` is `npm test -- checkout`: of the named features more than
 * `quick` has, without what takes long.
 */
export type Part = "quick" | "feature" | "rest" | "all";

const parts: readonly Part[] = ["quick", "feature", "rest", "all"];

/** The part that TEST_PART names; `all` if it is not set. */
export const part: Part = parts.find((name) => name === process.env.TEST_PART) ?? "all";

/** Whether a part leaves out what takes long: both engines, React, and three browsers. */
export const isShort = (part: Part): boolean => part === "quick" || part === "feature";
