import { type ReviewMark, type ReviewPage, type ReviewSearch, reviewMarkOf } from "../catalog/review-decisions.ts";
import { type ReviewState, reviewStates } from "../catalog/rules/review-text.ts";
import { readLine } from "../read-text.ts";
import type { ReviewSelection } from "./review-bulk.ts";
import { idsOf } from "./rules/chosen.ts";
import { chosenColumns } from "./rules/list-columns.ts";
import { type ReviewColumn, reviewColumns } from "./rules/review-columns.ts";

/** The values in the list's address; empty columns: the default ones. */
export type ReviewsQuery = {
  /** undefined: all */
  state: ReviewState | undefined;
  stars: number | undefined;
  sort: ReviewPage["sort"];
  columns: readonly ReviewColumn[];
  after: ReviewMark | undefined;
};

/**
 * Reads the list's address; malformed values count as absent, and without a state the waiting
 * reviews are shown.
 */
export const reviewsQueryOf = (query: Readonly<Record<string, unknown>>): ReviewsQuery => ({
  state: query.state === "all" ? undefined : (reviewStates.find((state) => state === query.state) ?? "waiting"),
  stars: [1, 2, 3, 4, 5].find((stars) => String(stars) === query.stars),
  sort: query.sort === "oldest" ? "oldest" : "newest",
  columns: chosenColumns(reviewColumns, query.columns),
  after: reviewMarkOf(readLine(query.after, 120)),
});

export const reviewSearchOf = ({ state, stars }: ReviewsQuery): ReviewSearch => ({ state, stars });

/**
 * The selected reviews of the list: each `review`, or `all` that match; undefined if none are
 * selected.
 */
export function selectedReviewsOf(query: Readonly<Record<string, unknown>>, now: number): ReviewSelection | undefined {
  const shownAt = Number(readLine(query.upTo, 15));
  const upTo = Number.isSafeInteger(shownAt) && shownAt > 0 ? shownAt : now;
  if (query.all === "1") return { ...reviewSearchOf(reviewsQueryOf(query)), upTo };
  const ids = idsOf(query.review);
  return ids.length === 0 ? undefined : { ids, upTo };
}
