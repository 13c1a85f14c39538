import type { Problem } from "../build/problems.ts";

/** Below it are the script, the events and the reports of pages in development. */
export const devPath = "/islands-dev/";

/** What an open page is told, at first and after each change. */
export type DevState = {
  /** What pages are made of now: one that was made of something else loads again. */
  page: string;
  /** The stylesheet's address. */
  css: string;
  problems: readonly Problem[];
};
