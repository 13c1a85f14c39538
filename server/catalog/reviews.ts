import type { Tx } from "../db/tables.ts";
import { newShortId } from "../ids.ts";
import { insertRows } from "./queries/product-rows.ts";

type NewReview = { author: string; stars: number; title: string; body: string; at: number };

/** Adds published reviews to a product. */
export const addReviews = (tx: Tx, productId: string, reviews: readonly NewReview[]): Promise<void> =>
  insertRows(
    tx,
    "review",
    reviews.map((review) => ({ id: newShortId(), product_id: productId, customer_id: null, ...review })),
  );
