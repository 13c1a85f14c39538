import { type BuyersReview, findBuyersReviews, removeBuyersReview, saveBuyersReview } from "../catalog/buyers-reviews.ts";
import { publishedOf } from "../catalog/publication.ts";
import type { ReviewState, ReviewText } from "../catalog/rules/review-text.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { VisibleOrder } from "./detail.ts";
import { lineStandings } from "./line-standings.ts";
import { findOrdersWith } from "./queries/buyers.ts";
import { findOrderRow } from "./queries.ts";

/** A product of a shipped order that its buyer may review, and what the buyer wrote about it. */
export type ReviewableProduct = {
  productId: string;
  name: string;
  slug: string;
  picture: string;
  review: BuyersReview | undefined;
};

/**
 * Who sees an order's page may review what it brought: its customer, and of a guest's order the
 * browser that followed the mailed link. An account's order is its customer's alone to review.
 */
export const mayReview = ({ as, order }: Pick<VisibleOrder, "as" | "order">): boolean =>
  as === "owner" || order.customerId === null;

const notYet = refuse("order_closed", "You can review what you bought once it has shipped.");

/**
 * Lines of products that are for sale, gifts and what was taken out before it shipped left out, one
 * for each product. What was refunded or sent back was bought all the same, and may be reviewed.
 */
async function reviewableLines(reader: Db | Tx, orderId: string): Promise<Row<"order_line">[]> {
  const shipped = (await lineStandings(reader, orderId)).filter(({ kept, line }) => kept > 0 && line.gift === 0);
  const lines = [...new Map(shipped.map(({ line }) => [line.product_id, line])).values()];
  const published = new Set(
    await publishedOf(
      reader,
      lines.map(({ product_id }) => product_id),
    ),
  );
  return lines.filter(({ product_id }) => published.has(product_id));
}

/** What of a shipped order can be reviewed, by position; nothing before it has shipped. */
export async function reviewableProducts(reader: Db | Tx, orderId: string): Promise<ReviewableProduct[]> {
  const order = await findOrderRow(reader, orderId);
  if (order?.state !== "fulfilled") return [];
  const products: ReviewableProduct[] = [];
  for (const line of await reviewableLines(reader, orderId)) {
    const { product_id: productId, product_name: name, product_slug: slug, picture } = line;
    const written = await findBuyersReviews(reader, await findOrdersWith(reader, order, productId));
    products.push({ productId, name, slug, picture, review: written.find((review) => review.productId === productId) });
  }
  return products;
}

type BuyersProduct = { orderId: string; productId: string };

/**
 * Stores what the buyer of a shipped order writes about one of its products: one review for each
 * product, however often it was bought. Who may speak for the order is for the caller to check.
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

/** Removes what the buyer wrote about a product of the order. */
export const withdrawReview = (db: Db, { orderId, productId }: BuyersProduct): Promise<Outcome<object>> =>
  transactOutcome(db, async (tx) => {
    const order = await findOrderRow(tx, orderId);
    const [first, ...others] = order ? await findOrdersWith(tx, order, productId) : [];
    if (!order || first === undefined) return notFound;
    await removeBuyersReview(tx, { productId, orderIds: [first, ...others], customerId: order.customer_id });
    return ok({});
  });
