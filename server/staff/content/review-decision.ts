import type { ListedReview } from "../../catalog/review-decisions.ts";
import { type ReviewState, reviewState } from "../../catalog/rules/review-text.ts";
import type { RowForm } from "../lists/table.ts";
import { staffReviewDecisionPath, staffReviewPath } from "../paths.ts";
import { versionOf } from "../records/records.ts";

/** The hash of the values of a review that a page shows. */
export const reviewVersion = (review: ListedReview): string =>
  versionOf({
    state: reviewState(review),
    answer: review.answer,
    stars: review.stars,
    title: review.title,
    text: review.body,
  });

/** The form that decides on a review; its answer leads back to the list with these filters. */
export function reviewForm(
  review: ListedReview & { product: string; author: string },
  { state: from, stars }: { state: ReviewState | "all"; stars: string },
): RowForm {
  const name = `the review of ${review.product} by ${review.author}`;
  const buttons = [
    { text: "Show", label: `Show ${name}`, name: "state", value: "shown" },
    { text: "Hide", label: `Hide ${name}`, name: "state", value: "hidden" },
  ];
  const fields = { seen: reviewVersion(review), from: from === "all" ? "" : from, stars };
  return {
    action: staffReviewDecisionPath(review.id),
    fields: Object.entries(fields).flatMap(([name, value]) => (value === "" ? [] : { name, value })),
    buttons: buttons.filter(({ value }) => value !== reviewState(review)),
    link: { href: staffReviewPath(review.id), text: review.answer === "" ? "Answer" : "Change the answer" },
  };
}
