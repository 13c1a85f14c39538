import { sql } from "kysely";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";
import type { ReviewState } from "../rules/review-text.ts";

/** Inserts a review. False if the buyer has reviewed the product already. */
export async function insertReview(tx: Tx, row: NewRow<"review">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("review")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

type ReviewValues = Partial<Omit<NewRow<"review">, "id" | "product_id" | "order_id">>;

/** Changes a review; false if it does not exist. */
export async function updateReview(tx: Tx, id: string, values: ReviewValues): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable("review").set(values).where("id", "=", id).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A review. Locks its row until the transaction ends. */
export const lockReviewRow = (tx: Tx, id: string): Promise<Row<"review"> | undefined> =>
  tx.selectFrom("review").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** A buyer's review of a product. Locks its row until the transaction ends. */
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

/** The reviews that belong to these orders of a buyer. */
export const findReviewsOf = (reader: Db | Tx, orderIds: readonly string[]): Promise<Row<"review">[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : reader.selectFrom("review").selectAll().where("order_id", "in", orderIds).execute();

export type ListedReview = Row<"review"> & { product: string; slug: string };
export type ReviewSearch = {
  state?: ReviewState | undefined;
  /** 1 to 5 */
  stars?: number | undefined;
  /** only these reviews */
  ids?: readonly string[] | undefined;
  /** ms: only reviews that were written or last changed after `since`, and at `upTo` or earlier */
  upTo?: number | undefined;
  since?: number | undefined;
};
export type ReviewMark = { at: number; id: string };
/** The reviews after a mark, in the list's order. */
export type ReviewPage = { sort: "newest" | "oldest"; after: ReviewMark | undefined };

const isWaiting = sql<boolean>`(r.published = 0 AND r.decided_at IS NULL AND r.order_id IS NOT NULL)`;
const conditions: Readonly<Record<ReviewState, ReturnType<typeof sql<boolean>>>> = {
  waiting: isWaiting,
  shown: sql<boolean>`(r.published = 1)`,
  hidden: sql<boolean>`(r.published = 0 AND (r.decided_at IS NOT NULL OR r.order_id IS NULL))`,
};

const matching = (reader: Db, { state, stars, ids, upTo, since }: ReviewSearch) =>
  reader
    .selectFrom("review as r")
    .$if(state !== undefined, (query) => query.where(conditions[state ?? "waiting"]))
    .$if(stars !== undefined, (query) => query.where("r.stars", "=", stars ?? 0))
    .$if(ids !== undefined, (query) => query.where("r.id", "in", ids ?? []))
    .$if(upTo !== undefined, (query) => query.where("r.at", "<=", upTo ?? 0))
    .$if(since !== undefined, (query) => query.where("r.at", ">", since ?? 0));

/** Matching reviews, with the product's name and slug. */
export function searchReviewRows(
  reader: Db,
  search: ReviewSearch,
  { sort, after }: ReviewPage,
  limit: number,
): Promise<ListedReview[]> {
  const way = sort === "newest" ? "desc" : "asc";
  const beyond = sort === "newest" ? sql`<` : sql`>`;
  return matching(reader, search)
    .innerJoin("product as p", "p.id", "r.product_id")
    .selectAll("r")
    .select(["p.name as product", "p.slug"])
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(r.at, r.id) ${beyond} (${after?.at}, ${after?.id})`))
    .orderBy("r.at", way)
    .orderBy("r.id", way)
    .limit(limit)
    .execute();
}

/**
 * The number of matching reviews, counted up to `most`. With `other`, counts only reviews in a
 * state other than `other`.
 */
export async function countReviewRows(reader: Db, search: ReviewSearch & { other?: ReviewState }, most: number): Promise<number> {
  const { other } = search;
  const reviews = matching(reader, search)
    .$if(other !== undefined, (query) => query.where(sql<boolean>`NOT ${conditions[other ?? "waiting"]}`))
    .select("r.id")
    .limit(most)
    .as("found");
  const { count } = await reader
    .selectFrom(reviews)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findListedReview = (reader: Db | Tx, id: string): Promise<ListedReview | undefined> =>
  reader
    .selectFrom("review as r")
    .innerJoin("product as p", "p.id", "r.product_id")
    .selectAll("r")
    .select(["p.name as product", "p.slug"])
    .where("r.id", "=", id)
    .executeTakeFirst();

/** The number of reviews that wait for the staff, counted up to `most`. */
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
