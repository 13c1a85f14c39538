import type { Db, Row, Tx } from "../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import {
  countReviewRows,
  countWaitingReviews,
  findListedReview,
  type ListedReview,
  lockReviewRow,
  type ReviewMark,
  type ReviewPage,
  type ReviewSearch,
  searchReviewRows,
  updateReview,
} from "./queries/reviews.ts";
import { longestAnswer, type ReviewState, reviewState, tidyParagraphs } from "./rules/review-text.ts";

export type { ListedReview, ReviewMark, ReviewPage, ReviewSearch };

/** Up to `limit` matching reviews after `page.after`. */
export const searchReviews = (db: Db, search: ReviewSearch, page: ReviewPage, limit: number): Promise<ListedReview[]> =>
  searchReviewRows(db, search, page, limit);

/**
 * The number of matching reviews, counted up to `most`. With `other`, counts only reviews in a
 * state other than `other`.
 */
export const countReviews = (db: Db, search: ReviewSearch & { other?: ReviewState }, most: number): Promise<number> =>
  countReviewRows(db, search, most);

/** A review's position in the list, in the form used in addresses: `at-id`. */
export const reviewMark = ({ at, id }: ReviewMark): string => `${at}-${id}`;

/** Parses a position in the form `at-id`; undefined for a malformed text. */
export function reviewMarkOf(text: string): ReviewMark | undefined {
  const match = /^(\d{1,15})-([\w.-]{1,100})$/.exec(text);
  return match?.[1] && match[2] ? { at: Number(match[1]), id: match[2] } : undefined;
}

/** A review in any state, with its product's name. */
export const findReview = (reader: Db | Tx, id: string): Promise<ListedReview | undefined> => findListedReview(reader, id);

/** How many reviews wait for a decision, at most `most`. */
export const countWaiting = (db: Db, most: number): Promise<number> => countWaitingReviews(db, most);

/**
 * The staff's decision on a review, and the buyer's text, to detect a change since the staff read
 * it.
 */
export type DecidedReview = {
  state: ReviewState;
  answer: string;
  stars: number;
  title: string;
  text: string;
};

const decided = (row: Row<"review">): DecidedReview => ({
  state: reviewState(row),
  answer: row.answer,
  stars: row.stars,
  title: row.title,
  text: row.body,
});

/** A review's current decision. Locks its row until the transaction ends. */
export async function lockReview(tx: Tx, id: string): Promise<DecidedReview | undefined> {
  const row = await lockReviewRow(tx, id);
  return row && decided(row);
}

const tooLong = invalidFields([{ field: "answer", message: `Up to ${longestAnswer} characters fit.` }]);

/** Shows, hides or answers a review; the buyer's words stay as they are. */
export async function decideReview(
  tx: Tx,
  id: string,
  { state, answer: typed }: Pick<DecidedReview, "state" | "answer">,
  now: number,
): Promise<Outcome<object>> {
  const row = await lockReviewRow(tx, id);
  if (!row) return notFound;
  const answer = tidyParagraphs(typed);
  if (answer.length > longestAnswer) return tooLong;
  const answeredAt = answer === row.answer ? row.answered_at : now;
  await updateReview(tx, id, {
    published: state === "shown" ? 1 : 0,
    decided_at: state === "waiting" ? null : now,
    answer,
    answered_at: answer === "" ? null : answeredAt,
  });
  return ok({});
}
