import { clampPage } from "../../catalog/rules/paging.ts";

/** As many as the shop gives cards for at once. */
export const favouritesPerPage = 48;

/** The ids of one page of favourites; a page beyond the end is the last. */
export function favouritesOn(page: number, ids: readonly string[]): { page: number; ids: readonly string[] } {
  const shown = clampPage(page, ids.length, favouritesPerPage);
  return { page: shown, ids: ids.slice((shown - 1) * favouritesPerPage, shown * favouritesPerPage) };
}
