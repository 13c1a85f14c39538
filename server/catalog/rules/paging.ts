/** The page number in a text; 1 for a text that is no number or is below 1. */
export function pageNumber(text: unknown): number {
  if (typeof text !== "string" || !/^\d+$/.test(text)) return 1;
  return Math.min(Math.max(Number(text), 1), 1_000_000);
}

/** The number of the last page, 1 without products; `size` is the number of products on a page. */
export const lastPage = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** Limits a page to the last one. */
export const clampPage = (page: number, total: number, size: number): number => Math.min(page, lastPage(total, size));

type PageLink = { number: number; href: string; current: boolean; gap?: false } | { gap: true };
type Pager = { previous?: string; next?: string; pages: PageLink[] };

const shownPages = (current: number, last: number): number[] =>
  last <= 7
    ? Array.from({ length: last }, (_, at) => at + 1)
    : [...new Set([1, current - 1, current, current + 1, last])]
        .filter((page) => page >= 1 && page <= last)
        .sort((a, b) => a - b);

/**
 * The links to the pages of a list. If there are up to seven pages, each page has a link. If there
 * are more, the first page, the last page, the current page and its neighbours have links; a gap
 * stands for two or more pages. Undefined for a single page.
 */
export function pagerOf(current: number, last: number, href: (page: number) => string): Pager | undefined {
  if (last <= 1) return undefined;
  const link = (number: number): PageLink => ({ number, href: href(number), current: number === current });
  const pages = shownPages(current, last).flatMap((number, at, all): PageLink[] => {
    const leftOut = number - (all[at - 1] ?? 0) - 1;
    if (leftOut === 0) return [link(number)];
    return [leftOut === 1 ? link(number - 1) : { gap: true }, link(number)];
  });
  return {
    pages,
    ...(current > 1 && { previous: href(current - 1) }),
    ...(current < last && { next: href(current + 1) }),
  };
}
