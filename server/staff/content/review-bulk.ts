import {
  countReviews,
  findReview,
  type ReviewSearch,
  reviewMark,
  reviewMarkOf,
  searchReviews,
} from "../../catalog/review-decisions.ts";
import type { ReviewState } from "../../catalog/rules/review-text.ts";
import { ok, type Refusal, refuse } from "../../outcome.ts";
import { type BulkAction, wontOf } from "../lists/bulk.ts";
import { changeOnce } from "../lists/bulk-change.ts";
import { staffReviewsPath } from "../paths.ts";
import { reviewKind } from "./review-kind.ts";

/**
 * The reviews that a list found at the time `upTo`. Later reviews are not decided on, since nobody
 * has read them.
 */
export type ReviewSelection = ReviewSearch & { upTo: number };

/** The most reviews that are counted; a preview of more reviews says “more than”. */
const mostCounted = 10_000;

const unread = refuse("changed", "It was written or changed after you opened the list. Read it first.");

type Words = { name: string; action: string; done: string; already: Refusal };

const deciding = (state: ReviewState, { name, action, done, already }: Words): BulkAction<ReviewSelection, string> => ({
  name,
  title: `Reviews ${done}`,
  needs: reviewKind.needs,
  path: staffReviewsPath,
  undoes: reviewKind.kind,
  preview: async (db, { upTo, ...search }) => {
    const count = (more: Parameters<typeof countReviews>[1]) => countReviews(db, { ...search, ...more }, mostCounted + 1);
    const all = await count({ upTo });
    const will = await count({ upTo, other: state });
    const later = await count({ since: upTo });
    const skipped: readonly (readonly [Refusal, number])[] = [
      [already, all > mostCounted ? 0 : all - will],
      [unread, later],
    ];
    return { will: Math.min(will, mostCounted), isCapped: will > mostCounted, wont: wontOf(skipped) };
  },
  next: async (db, selection, after = "", limit) => {
    const reviews = await searchReviews(db, selection, { sort: "newest", after: reviewMarkOf(after) }, limit);
    return reviews.map((review) => ({ id: review.id, position: reviewMark(review), name: review.title || review.product }));
  },
  act: (db, id, actor, now, { requestId, selection }) =>
    changeOnce(db, reviewKind, { id, actor, requestId, now }, action, async (saved, tx) => {
      const review = await findReview(tx, id);
      if (!review || review.at > selection.upTo) return unread;
      return saved.state === state ? already : ok({ state });
    }),
  doneWords: (count) => (count === 1 ? `1 review was ${done}.` : `${count} reviews were ${done}.`),
});

export const showReviews = deciding("shown", {
  name: "show-reviews",
  action: "shown with others",
  done: "shown",
  already: refuse("invalid", "It is shown already."),
});
export const hideReviews = deciding("hidden", {
  name: "hide-reviews",
  action: "hidden with others",
  done: "hidden",
  already: refuse("invalid", "It is hidden already."),
});
