import type { FieldError } from "../../outcome.ts";

/** A buyer's review of a product; `stars` is 1 to 5. */
export type ReviewText = { stars: number; title: string; text: string; author: string };

/** The most characters of each field. */
export const longestReview = { title: 100, text: 3000, author: 40 } as const;
/** The most characters of the shop's public answer. */
export const longestAnswer = 2000;

/** Tidies a typed text. Keeps line breaks, and at most one empty line between two lines. */
export const tidyParagraphs = (typed: string): string =>
  typed
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{Cc}\n]/gu, " ")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

const tidyLine = (typed: string): string => typed.replaceAll(/\s+/g, " ").trim();

/** A review in the form in which it is stored. */
export const tidyReview = ({ stars, title, text, author }: ReviewText): ReviewText => ({
  stars,
  title: tidyLine(title),
  text: tidyParagraphs(text),
  author: tidyLine(author),
});

const isTooLong = (typed: string, most: number): string | undefined =>
  typed.length > most ? `Up to ${most} characters fit; this has ${typed.length}.` : undefined;

/** Errors of a tidied review's fields. */
export function reviewErrors({ stars, title, text, author }: ReviewText): FieldError[] {
  const messages = {
    stars: Number.isInteger(stars) && stars >= 1 && stars <= 5 ? undefined : "Please choose how many stars.",
    title: isTooLong(title, longestReview.title),
    text: text === "" ? "Please write a few words." : isTooLong(text, longestReview.text),
    author: author === "" ? "Please enter the name to show with your review." : isTooLong(author, longestReview.author),
  };
  return Object.entries(messages).flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

export const reviewStates = ["waiting", "shown", "hidden"] as const;
export type ReviewState = (typeof reviewStates)[number];

type StoredReview = { published: number; order_id: string | null; decided_at: number | null };

/**
 * The state of a review. A buyer's review waits until the staff have decided; a review from another
 * source never waits.
 */
export function reviewState({ published, order_id, decided_at }: StoredReview): ReviewState {
  if (published === 1) return "shown";
  return order_id !== null && decided_at === null ? "waiting" : "hidden";
}
