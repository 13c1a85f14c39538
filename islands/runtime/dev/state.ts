import type { Problem } from "../build/problems.ts";

/** The path below which pages in development find the script, the events and the reports. */
export const devPath = "/islands-dev/";

/** The state that an open page is told, at first and after each change. */
export type DevState = {
  /** Identifies the sources of pages: a page made of others loads again. */
  page: string;
  /** The stylesheet's address. */
  css: string;
  problems: readonly Problem[];
};
