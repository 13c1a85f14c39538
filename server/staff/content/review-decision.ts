import type { ListedReview } from "../../catalog/review-decisions.ts";
import { type ReviewState, reviewState } from "../../catalog/rules/review-text.ts";
import { staffReviewDecisionPath, staffReviewPath } from "../paths.ts";
import { versionOf } from "../records/records.ts";

/** The form that decides on a review within the list. */
export type ReviewDecision = {
  action: string;
  seen: string;
  /** the filters of the list; the answer leads back to the list with these filters */
  from: string;
  stars: string;
  mayShow: boolean;
  mayHide: boolean;
  href: string;
  /** the words of the link to the review */
  link: string;
};

/** The hash of the values of a review that a page shows. */
export const reviewVersion = (review: ListedReview): string =>
  versionOf({
    state: reviewState(review),
    answer: review.answer,
    stars: review.stars,
    title: review.title,
    text: review.body,
  });

/** Makes the form that decides on a review in a list with these filters. */
export function reviewDecision(review: ListedReview, filters: { state: ReviewState | "all"; stars: string }): ReviewDecision {
  const state = reviewState(review);
  return {
    action: staffReviewDecisionPath(review.id),
    seen: reviewVersion(review),
    from: filters.state === "all" ? "" : filters.state,
    stars: filters.stars,
    mayShow: state !== "shown",
    mayHide: state !== "hidden",
    href: staffReviewPath(review.id),
    link: review.answer === "" ? "Answer" : "Change the answer",
  };
}
