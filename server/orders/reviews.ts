import { type BuyersReview, findBuyersReviews, removeBuyersReview, saveBuyersReview } from "../catalog/buyers-reviews.ts";
import { publishedIds } from "../catalog/publication.ts";
import type { ReviewState, ReviewText } from "../catalog/rules/review-text.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { VisibleOrder } from "./detail.ts";
import { readLineProgress } from "./line-progress.ts";
import { findOrdersWith } from "./queries/buyers.ts";
import { findOrderRow } from "./queries.ts";

/** A product of a shipped order that its buyer may review, with the buyer's review. */
export type ReviewableProduct = {
  productId: string;
  name: string;
  slug: string;
  picture: string;
  review: BuyersReview | undefined;
};

/**
 * Whether a visitor may review an order's products. Only the customer may review an account's
 * order. A guest's order may be reviewed in the browser that followed the mailed link.
 */
export const mayReview = ({ as, order }: Pick<VisibleOrder, "as" | "order">): boolean =>
  as === "owner" || order.customerId === null;

const notYet = refuse("order_closed", "You can review what you bought once it has shipped.");

/**
 * One line for each product that is for sale, without gifts and units taken out before shipping.
 * Refunded and returned units count as bought.
 */
async function reviewableLines(reader: Db | Tx, orderId: string): Promise<Row<"order_line">[]> {
  const shipped = (await readLineProgress(reader, orderId)).filter(({ kept, line }) => kept > 0 && line.gift === 0);
  const lines = [...new Map(shipped.map(({ line }) => [line.product_id, line])).values()];
  const published = new Set(
    await publishedIds(
      reader,
      lines.map(({ product_id }) => product_id),
    ),
  );
  return lines.filter(({ product_id }) => published.has(product_id));
}

/** The reviewable products of a shipped order, by position; none before it has shipped. */
export async function reviewableProducts(reader: Db | Tx, orderId: string): Promise<ReviewableProduct[]> {
  const order = await findOrderRow(reader, orderId);
  if (order?.state !== "fulfilled") return [];
  const products: ReviewableProduct[] = [];
  for (const line of await reviewableLines(reader, orderId)) {
    const { product_id: productId, product_name: name, product_slug: slug, picture } = line;
    const ownReviews = await findBuyersReviews(reader, await findOrdersWith(reader, order, productId));
    products.push({ productId, name, slug, picture, review: ownReviews.find((review) => review.productId === productId) });
  }
  return products;
}

type BuyersProduct = { orderId: string; productId: string };

/**
 * Stores the buyer's review of a product of a shipped order: one review per product, however often
 * it was bought. The caller checks who may speak for the order.
 */
export const writeReview = (
  db: Db,
  { orderId, productId }: BuyersProduct,
  text: ReviewText,
  now: number,
): Promise<Outcome<{ state: ReviewState }>> =>
  transactOutcome(db, async (tx) => {
    const order = await findOrderRow(tx, orderId);
    if (!order) return notFound;
    if (order.state !== "fulfilled") return notYet;
    const isReviewable = (await reviewableLines(tx, orderId)).some((line) => line.product_id === productId);
    const [first, ...others] = await findOrdersWith(tx, order, productId);
    if (!isReviewable || first === undefined) return notFound;
    const bought = { productId, orderIds: [first, ...others] as const, customerId: order.customer_id };
    return await saveBuyersReview(tx, bought, text, now);
  });

/** Removes the buyer's review of a product of the order. */
export const withdrawReview = (db: Db, { orderId, productId }: BuyersProduct): Promise<Outcome<object>> =>
  transactOutcome(db, async (tx) => {
    const order = await findOrderRow(tx, orderId);
    const [first, ...others] = order ? await findOrdersWith(tx, order, productId) : [];
    if (!order || first === undefined) return notFound;
    await removeBuyersReview(tx, { productId, orderIds: [first, ...others], customerId: order.customer_id });
    return ok({});
  });
