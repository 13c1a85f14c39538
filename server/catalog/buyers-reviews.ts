import type { Db, Row, Tx } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { deleteReview, findReviewsOf, insertReview, lockBuyersReview, updateReview } from "./queries/reviews.ts";
import { type ReviewState, type ReviewText, reviewErrors, reviewState, tidyReview } from "./rules/review-text.ts";

/** `orderIds`: the buyer's shipped orders of the product, the first one first; never empty. */
type BuyersProduct = { productId: string; orderIds: readonly [string, ...string[]]; customerId: string | null };

export type BuyersReview = ReviewText & { productId: string; state: ReviewState };

const toText = (row: Row<"review">): ReviewText => ({
  stars: row.stars,
  title: row.title,
  text: row.body,
  author: row.author,
});

/** What the buyer of these orders wrote, in whatever state it is. */
export async function findBuyersReviews(reader: Db | Tx, orderIds: readonly string[]): Promise<BuyersReview[]> {
  const rows = await findReviewsOf(reader, orderIds);
  return rows.map((row) => ({ ...toText(row), productId: row.product_id, state: reviewState(row) }));
}

/**
 * Stores a buyer's review, or puts another text in place of the one that the buyer wrote before.
 * It is not shown before the staff have approved that text. Refuses fields that break a rule.
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
  // The same for each press of this buyer: the table's key keeps a second one out.
  const added = { id: `${orderIds[0]}.${productId}`, product_id: productId, order_id: orderIds[0], ...values };
  const earlier = await lockBuyersReview(tx, orderIds, productId);
  // Where the other press of one form came first, its review is there now.
  if (!earlier && (await insertReview(tx, added))) return ok({ state: "waiting" });
  const before = earlier ?? (await lockBuyersReview(tx, orderIds, productId));
  if (!before) throw new Error("a review that could not be added has to be there");
  const isSame = JSON.stringify(toText(before)) === JSON.stringify(review);
  if (isSame) return ok({ state: reviewState(before) });
  // The answer was one to the earlier text.
  await updateReview(tx, before.id, { ...values, answer: "", answered_at: null });
  return ok({ state: "waiting" });
}

/** Removes what the buyer wrote about the product; done too where there is nothing. */
export async function removeBuyersReview(tx: Tx, { productId, orderIds }: BuyersProduct): Promise<void> {
  const review = await lockBuyersReview(tx, orderIds, productId);
  if (review) await deleteReview(tx, review.id);
}
