import { productPath } from "../../catalog/paths.ts";
import type { ListedReview } from "../../catalog/review-decisions.ts";
import { longestAnswer, type ReviewState, reviewState } from "../../catalog/rules/review-text.ts";
import type { Dates } from "../../dates.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffReviewDecisionPath, staffReviewPath, staffReviewsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";

/** The labels of the states of reviews. */
export const reviewStateWords: Readonly<Record<ReviewState, StateLabel>> = {
  waiting: stateLabel("todo", "Waiting"),
  shown: stateLabel("done", "Shown"),
  hidden: stateLabel("waiting", "Hidden"),
};

/** The notices after actions, by the parameter `notice`. */
export const reviewNotices: Readonly<Record<string, string>> = {
  shown: "Shown on the product’s page.",
  hidden: "Hidden.",
  saved: "Saved.",
};

const mayWriteReviews = ({ staff }: StaffContext): boolean => may(staff, "reviews:write");

/** The values of a review in the list and on its own page. */
export const reviewRow = (review: ListedReview, dates: Dates) => {
  const state = reviewState(review);
  return {
    ...reviewStateWords[state],
    href: staffReviewPath(review.id),
    product: review.product,
    stars: review.stars,
    one: review.stars === 1,
    title: review.title,
    body: review.body,
    author: review.author,
    date: dates.day(review.at),
    isVerified: review.order_id !== null,
    answer: review.answer,
    decision: staffReviewDecisionPath(review.id),
    mayShow: state !== "shown",
    mayHide: state !== "hidden",
  };
};

type ReviewPageState = {
  notice: string | undefined;
  refusal: Refusal | undefined;
  typed: Record<string, unknown>;
  history: readonly HistoryEntry[];
};

/** One review, and the decisions that are possible. */
export function staffReviewPage(
  context: StaffContext,
  dates: Dates,
  review: ListedReview & { seen: string },
  { notice, refusal, typed, history }: ReviewPageState,
) {
  const answer = readText(typed.answer, review.answer);
  const state = reviewState(review);
  const chosen = readText(typed.state, state);
  return {
    ...staffFrame(context, `Review of ${review.product}`, staffReviewsPath),
    token: context.token,
    list: staffReviewsPath,
    notice,
    formError: refusal && (refusal.errors?.[0]?.message ?? refusal.error),
    review: { ...reviewRow(review, dates), seen: review.seen },
    productHref: productPath(review.slug),
    writes: mayWriteReviews(context),
    history,
    states: [
      { value: "shown", name: "Show it", checked: chosen !== "hidden" },
      { value: "hidden", name: "Hide it", checked: chosen === "hidden" },
    ],
    answer: {
      name: "answer",
      label: "Answer in public",
      hint: "Stands below the review, in the shop’s name.",
      value: answer,
      error: refusal?.errors?.find(({ field }) => field === "answer")?.message,
      maxlength: String(longestAnswer),
    },
  };
}

type StaffReviewPage = ReturnType<typeof staffReviewPage>;
export const staffReviewView = view<StaffReviewPage>("staff/review");
