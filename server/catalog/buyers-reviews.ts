import type { Db, Row, Tx } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { deleteReview, findReviewsOf, insertReview, lockBuyersReview, updateReview } from "./queries/reviews.ts";
import { type ReviewState, type ReviewText, reviewErrors, reviewState, tidyReview } from "./rules/review-text.ts";

/** `orderIds`: the buyer's shipped orders of the product, oldest first; never empty. */
type BuyersProduct = { productId: string; orderIds: readonly [string, ...string[]]; customerId: string | null };

export type BuyersReview = ReviewText & { productId: string; state: ReviewState };

const toText = (row: Row<"review">): ReviewText => ({
  stars: row.stars,
  title: row.title,
  text: row.body,
  author: row.author,
});

/** The reviews that the buyer of these orders wrote, in any state. */
export async function findBuyersReviews(reader: Db | Tx, orderIds: readonly string[]): Promise<BuyersReview[]> {
  const rows = await findReviewsOf(reader, orderIds);
  return rows.map((row) => ({ ...toText(row), productId: row.product_id, state: reviewState(row) }));
}

/**
 * Stores a buyer's review, or replaces the buyer's earlier text. It is hidden until the staff have
 * approved that text. Refuses fields that break a rule.
 */
export async function saveBuyersReview(
  tx: Tx,
  { productId, orderIds, customerId }: BuyersProduct,
  typed: ReviewText,
  now: number,
): Promise<Outcome<{ state: ReviewState }>> {
  const review = tidyReview(typed);
  const errors = reviewErrors(review);
  if (errors.length > 0) return invalidFields(errors);
  const { stars, title, text: body, author } = review;
  const values = { stars, title, body, author, customer_id: customerId, published: 0, decided_at: null, at: now };
  // The key is the same for each press of the button, so the table refuses a second review.
  const newReview = { id: `${orderIds[0]}.${productId}`, product_id: productId, order_id: orderIds[0], ...values };
  const earlier = await lockBuyersReview(tx, orderIds, productId);
  // After another press of the button, the review exists already.
  if (!earlier && (await insertReview(tx, newReview))) return ok({ state: "waiting" });
  const before = earlier ?? (await lockBuyersReview(tx, orderIds, productId));
  if (!before) throw new Error("a review that could not be added has to be there");
  const isSame = JSON.stringify(toText(before)) === JSON.stringify(review);
  if (isSame) return ok({ state: reviewState(before) });
  // The shop's answer belonged to the earlier text, so it is removed.
  await updateReview(tx, before.id, { ...values, answer: "", answered_at: null });
  return ok({ state: "waiting" });
}

/** Removes the buyer's review of the product, if there is one. */
export async function removeBuyersReview(tx: Tx, { productId, orderIds }: BuyersProduct): Promise<void> {
  const review = await lockBuyersReview(tx, orderIds, productId);
  if (review) await deleteReview(tx, review.id);
}
