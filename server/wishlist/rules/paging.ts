import { clampPage } from "../../catalog/rules/paging.ts";

/** The most cards that the shop returns at once. */
export const favouritesPerPage = 48;

/** The ids on one page of favourites. A page number beyond the end gives the last page. */
export function favouritesOn(page: number, ids: readonly string[]): { page: number; ids: readonly string[] } {
  const clamped = clampPage(page, ids.length, favouritesPerPage);
  return { page: clamped, ids: ids.slice((clamped - 1) * favouritesPerPage, clamped * favouritesPerPage) };
}
