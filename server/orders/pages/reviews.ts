import { productPath } from "../../catalog/paths.ts";
import { longestReview, type ReviewState } from "../../catalog/rules/review-text.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import type { ReviewableProduct } from "../reviews.ts";

/**
 * Identifies the reviewer by the id of an order that they may see, or by the token of a mail's
 * link.
 */
export type ReviewSender = { name: "orderId" | "token"; value: string };

type ReviewFormsInput = {
  /** the anti-forgery token */
  token: string;
  sender: ReviewSender;
  /** the name under a first review, unless another is typed */
  author: string;
  /** the refused form, if there is one */
  typed?: Readonly<Record<string, unknown>> | undefined;
  refusal?: Refusal | undefined;
};

const stateWords: Readonly<Record<ReviewState, string>> = {
  waiting: "Thank you. We read each review before we show it.",
  shown: "Your review is on the product’s page. If you change it, we read it again before we show it.",
  hidden: "We don’t show this review. If you change it, we’ll read it again.",
};
const summaries: Readonly<Record<ReviewState, string>> = { waiting: "Waiting", shown: "Published", hidden: "Not shown" };

function formOf({ productId, name, slug, review }: ReviewableProduct, { author, typed, refusal }: ReviewFormsInput) {
  const isRefused = typed?.productId === productId;
  const errorOf = (field: string) => (isRefused ? refusal?.errors?.find((error) => error.field === field)?.message : undefined);
  const shownValue = (field: string, stored: string) =>
    isRefused && typed[field] !== undefined ? readText(typed[field]) : stored;
  const stars = shownValue("stars", review ? String(review.stars) : "");
  const field = (key: "title" | "text" | "author", stored: string) => ({
    id: `${key}-${productId}`,
    value: shownValue(key, stored),
    error: errorOf(key),
    maxlength: String(longestReview[key]),
  });
  return {
    productId,
    name,
    href: productPath(slug),
    open: isRefused,
    summary: review ? summaries[review.state] : "Write a review",
    message: review ? stateWords[review.state] : undefined,
    isWritten: review !== undefined,
    starsError: errorOf("stars"),
    stars: [5, 4, 3, 2, 1].map((number) => ({ number, one: number === 1, checked: stars === String(number) })),
    title: field("title", review?.title ?? ""),
    text: field("text", review?.text ?? ""),
    author: field("author", review?.author ?? author),
  };
}

/** The values of views/orders/reviews.hbs; undefined if no product of the order can be reviewed. */
export const reviewForms = (products: readonly ReviewableProduct[], input: ReviewFormsInput) =>
  products.length === 0
    ? undefined
    : { token: input.token, sender: input.sender, products: products.map((product) => formOf(product, input)) };

export type ReviewForms = NonNullable<ReturnType<typeof reviewForms>>;

const notices: Readonly<Record<string, string>> = {
  reviewed: "Thank you. We’ll read your review and then show it.",
  "review-removed": "Your review is removed.",
};

/** The message about the last form, by the notice in the address. */
export const reviewNotice = (name: unknown): string | undefined => (typeof name === "string" ? notices[name] : undefined);

/** The values of views/orders/write-review.hbs, the page of a mail's link. */
export const writeReviewPage = (
  number: number,
  forms: ReviewForms | undefined,
  state: { notice: unknown; refusal?: Refusal | undefined },
) => ({
  title: "Write a review",
  robots: "noindex",
  number,
  forms,
  notice: reviewNotice(state.notice),
  formError: state.refusal && state.refusal.errors === undefined ? state.refusal.error : undefined,
});

type WriteReviewPage = ReturnType<typeof writeReviewPage>;
export const writeReviewView = view<WriteReviewPage>("orders/write-review");
