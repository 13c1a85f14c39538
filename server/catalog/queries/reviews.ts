import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";
import type { ReviewState } from "../rules/review-text.ts";

/** Inserts one, or leaves a buyer's that is there; false where it was. */
export async function insertReview(tx: Tx, row: NewRow<"review">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("review")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

type ReviewValues = Partial<Omit<NewRow<"review">, "id" | "product_id" | "order_id">>;

/** False where there is none. */
export async function updateReview(tx: Tx, id: string, values: ReviewValues): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable("review").set(values).where("id", "=", id).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A review, its row locked until the transaction ends. */
export const lockReviewRow = (tx: Tx, id: string): Promise<Row<"review"> | undefined> =>
  tx.selectFrom("review").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** A buyer's review of a product, its row locked until the transaction ends. */
export const lockBuyersReview = (tx: Tx, orderIds: readonly string[], productId: string): Promise<Row<"review"> | undefined> =>
  tx
    .selectFrom("review")
    .selectAll()
    .where("order_id", "in", orderIds)
    .where("product_id", "=", productId)
    .orderBy("at")
    .forUpdate()
    .executeTakeFirst();

export const deleteReview = (tx: Tx, id: string) => tx.deleteFrom("review").where("id", "=", id).execute();

/** Those that belong to these orders of a buyer. */
export const findReviewsOf = (reader: Db | Tx, orderIds: readonly string[]): Promise<Row<"review">[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : reader.selectFrom("review").selectAll().where("order_id", "in", orderIds).execute();

export type ListedReview = Row<"review"> & { product: string; slug: string };
export type ReviewSearch = {
  state: ReviewState | undefined;
  /** of one product */
  productId?: string | undefined;
  /** those before this one, in the list's order */
  before: { at: number; id: string } | undefined;
};

/** The latest first, with the product's name and slug. */
export function searchReviewRows(reader: Db, { state, productId, before }: ReviewSearch, limit: number): Promise<ListedReview[]> {
  let query = reader
    .selectFrom("review as r")
    .innerJoin("product as p", "p.id", "r.product_id")
    .selectAll("r")
    .select(["p.name as product", "p.slug"]);
  if (state === "shown") query = query.where("r.published", "=", 1);
  if (state === "waiting")
    query = query.where("r.published", "=", 0).where("r.decided_at", "is", null).where("r.order_id", "is not", null);
  if (state === "hidden")
    query = query
      .where("r.published", "=", 0)
      .where(({ eb, or }) => or([eb("r.decided_at", "is not", null), eb("r.order_id", "is", null)]));
  if (productId !== undefined) query = query.where("r.product_id", "=", productId);
  if (before)
    query = query.where(({ eb, and, or }) =>
      or([eb("r.at", "<", before.at), and([eb("r.at", "=", before.at), eb("r.id", "<", before.id)])]),
    );
  return query.orderBy("r.at", "desc").orderBy("r.id", "desc").limit(limit).execute();
}

export const findListedReview = (reader: Db | Tx, id: string): Promise<ListedReview | undefined> =>
  reader
    .selectFrom("review as r")
    .innerJoin("product as p", "p.id", "r.product_id")
    .selectAll("r")
    .select(["p.name as product", "p.slug"])
    .where("r.id", "=", id)
    .executeTakeFirst();

/** How many wait for the staff, counted up to `most`. */
export async function countWaitingReviews(reader: Db, most: number): Promise<number> {
  const waiting = reader
    .selectFrom("review")
    .select("id")
    .where("published", "=", 0)
    .where("decided_at", "is", null)
    .where("order_id", "is not", null)
    .limit(most)
    .as("waiting");
  const { count } = await reader
    .selectFrom(waiting)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
