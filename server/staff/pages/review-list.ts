import { type ListedReview, type ReviewMark, reviewMark } from "../../catalog/review-decisions.ts";
import type { Dates } from "../../dates.ts";
import { view } from "../../web/view.ts";
import { staffReviewPath, staffReviewsBulkPath, staffReviewsFilePath, staffReviewsPath } from "../paths.ts";
import type { ReviewsQuery } from "../review-query.ts";
import { shownColumns } from "../rules/list-columns.ts";
import { type ReviewColumn, reviewColumns } from "../rules/review-columns.ts";
import type { SavedView } from "../saved-views.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { givenOf, hiddenFields, type ListCell, listAddress, listFrame, shownCells, timeCell } from "./list.ts";
import { mayWriteReviews, reviewRow } from "./reviews.ts";

const builtInViews: readonly { name: string; state: ReviewsQuery["state"] }[] = [
  { name: "Waiting", state: "waiting" },
  { name: "Shown", state: "shown" },
  { name: "Hidden", state: "hidden" },
  { name: "All", state: undefined },
];

const givenIn = ({ state, stars, sort, columns }: ReviewsQuery) => {
  const narrowed = { state: state === "waiting" ? "" : (state ?? "all"), stars: stars === undefined ? "" : String(stars) };
  return givenOf({ ...narrowed, sort: sort === "newest" ? "" : sort }, columns);
};

/** The list's address with these values. */
export const reviewsAddress = (path: string, query: ReviewsQuery): string =>
  listAddress(path, [...givenIn(query), ...givenOf({ after: query.after ? reviewMark(query.after) : "" }, [])]);

/**
 * A review's cells in the list and in its file; its text stands below the title unless it has a
 * column.
 */
export function reviewCells(review: ListedReview, dates: Dates, shown: readonly ReviewColumn[]): Record<ReviewColumn, ListCell> {
  const { text, tone, stars, title, body, author, date, isVerified, answer, product } = reviewRow(review, dates);
  return {
    review: { text: title || "Without a title", href: staffReviewPath(review.id), note: shown.includes("text") ? "" : body },
    text: { text: body },
    product: { text: product },
    stars: { text: String(stars) },
    author: { text: author },
    written: timeCell(date),
    bought: { text: isVerified ? "yes" : "", exact: isVerified ? "yes" : "no" },
    state: { text, states: [{ text, tone }] },
    answer: { text: answer },
  };
}

type ReviewsInput = {
  query: ReviewsQuery;
  reviews: readonly (ListedReview & { seen: string })[];
  count: number;
  isCapped: boolean;
  next: ReviewMark | undefined;
  views: readonly SavedView[];
  /** ms: reviews written later have not been read */
  upTo: number;
  notice: string | undefined;
  warning: string | undefined;
};

/** The list of reviews. Its address contains the filters, sort, columns and page. */
export function reviewsPage(desk: DeskInput, dates: Dates, input: ReviewsInput) {
  const { query, reviews, count, isCapped, next, views: saved, upTo, notice, warning } = input;
  const first = { ...query, after: undefined };
  const given = givenIn(first);
  const shown = shownColumns(reviewColumns, query.columns);
  const writes = mayWriteReviews(desk);
  const withChanges = (changes: Partial<ReviewsQuery>) => reviewsAddress(staffReviewsPath, { ...first, ...changes });
  const builtIn = builtInViews.map(({ name, state }) => ({ name, href: withChanges({ state }), current: state === query.state }));
  const kept = [...hiddenFields(given, ["sort", "columns"]), { name: "upTo", value: String(upTo) }];
  return {
    ...deskFrame(desk, "Reviews", staffReviewsPath),
    ...listFrame({ path: staffReviewsPath, given, columns: reviewColumns, chosen: query.columns, builtIn, saved }),
    token: desk.token,
    notice,
    warning,
    kept: hiddenFields(given, ["stars"]),
    stars: ["", "5", "4", "3", "2", "1"].map((value) => ({
      value,
      text: value === "" ? "Any" : value,
      chosen: value === String(query.stars ?? ""),
    })),
    isFiltered: query.stars !== undefined,
    unfiltered: withChanges({ stars: undefined }),
    sorts: [
      { name: "Newest first", href: withChanges({ sort: "newest" }), current: query.sort === "newest" },
      { name: "Oldest first", href: withChanges({ sort: "oldest" }), current: query.sort === "oldest" },
    ],
    count: isCapped ? `More than ${count}` : String(count),
    one: count === 1 && !isCapped,
    bulk: writes ? { action: staffReviewsBulkPath, kept } : undefined,
    back: { state: query.state ?? "", stars: String(query.stars ?? "") },
    reviews: reviews.map((review) => ({
      ...reviewRow(review, dates),
      id: review.id,
      seen: review.seen,
      cells: shownCells(reviewColumns, shown, reviewCells(review, dates, shown)),
    })),
    first: query.after === undefined ? undefined : withChanges({}),
    next: next && withChanges({ after: next }),
    file: reviewsAddress(staffReviewsFilePath, first),
  };
}

type ReviewsPage = ReturnType<typeof reviewsPage>;
export const reviewsView = view<ReviewsPage>("staff/reviews");
