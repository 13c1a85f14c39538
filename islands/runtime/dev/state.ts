import type { Problem } from "../build/problems.ts";

/**
 * The path below which pages in development find the script, the events and the address for
 * reports.
 */
export const devPath = "/islands-dev/";

/** The state that the server sends to an open page, at first and after each change. */
export type DevState = {
  /** Identifies the pages' sources: a page made of other sources reloads. */
  page: string;
  /** The stylesheet's address. */
  css: string;
  problems: readonly Problem[];
};
