import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";
import { categoryIdOf, type From, idsOfCode, narrowed, type ProductSearch } from "./product-list.ts";

/** Products chosen one by one, or all that match and existed at `upTo` (ms). */
export type ProductSelection = { ids: readonly string[] } | { search: ProductSearch; upTo: number };

export type SelectedProduct = {
  id: string;
  name: string;
  published: number;
  price_start: number;
  price_stop: number;
  /** whether a scheduled price is active for any of its variants */
  onSchedule: boolean;
};

async function chosen(db: Db, selection: ProductSelection): Promise<From> {
  if ("ids" in selection) return (db.selectFrom("product as p") as From).where("p.id", "in", [...selection.ids]);
  const { search, upTo } = selection;
  const [ids, categoryId] = [await idsOfCode(db, search.text), await categoryIdOf(db, search.category)];
  return narrowed(db, search, ids, categoryId).where("p.created_at", "<=", upTo);
}

const onSchedule = sql<number>`CASE WHEN EXISTS (
  SELECT 1 FROM price_schedule AS s WHERE s.product_id = p.id AND s.state = 'active'
) THEN 1 ELSE 0 END`;

/** Up to `limit` selected products after an id, in the order of ids. */
export async function findSelected(
  db: Db,
  selection: ProductSelection,
  after: string | undefined,
  limit: number,
): Promise<SelectedProduct[]> {
  const rows = await (await chosen(db, selection))
    .select(["p.id", "p.name", "p.published", "p.price_start", "p.price_stop", onSchedule.as("onSchedule")])
    .$if(after !== undefined, (query) => query.where("p.id", ">", after ?? ""))
    .orderBy("p.id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, onSchedule: Number(row.onSchedule) === 1 }));
}

export type SelectionSummary = {
  count: number;
  published: number;
  archived: number;
  onSchedule: number;
  /** products whose lowest price is below `floor` */
  tooCheap: number;
  /**
   * lowest and highest price of products that are not too cheap and have no scheduled price; null
   * if there are none
   */
  lowest: number | null;
  highest: number | null;
};

/**
 * Summarizes up to `most` selected products. If more are selected, takes any of them, since sorting
 * would take three times as long.
 */
export async function summarizeSelected(
  db: Db,
  selection: ProductSelection,
  floor: number,
  most: number,
): Promise<SelectionSummary> {
  const products = (await chosen(db, selection))
    .select(["p.published", "p.archived", "p.price_start", "p.price_stop", onSchedule.as("on_schedule")])
    .limit(most)
    .as("found");
  const isPriced = sql`found.on_schedule = 0 AND found.price_start >= ${floor}`;
  const row = await db
    .selectFrom(products)
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      sql<number>`COALESCE(SUM(found.published), 0)`.as("published"),
      sql<number>`COALESCE(SUM(found.archived), 0)`.as("archived"),
      sql<number>`COALESCE(SUM(found.on_schedule), 0)`.as("onSchedule"),
      sql<number>`COALESCE(SUM(CASE WHEN found.on_schedule = 0 AND found.price_start < ${floor} THEN 1 ELSE 0 END), 0)`.as(
        "tooCheap",
      ),
      sql<number | null>`MIN(CASE WHEN ${isPriced} THEN found.price_start END)`.as("lowest"),
      sql<number | null>`MAX(CASE WHEN ${isPriced} THEN found.price_stop END)`.as("highest"),
    ])
    .executeTakeFirstOrThrow();
  const { lowest, highest, ...counts } = row;
  const whole = (value: number | null) => (value === null ? null : Number(value));
  return {
    count: Number(counts.count),
    published: Number(counts.published),
    archived: Number(counts.archived),
    onSchedule: Number(counts.onSchedule),
    tooCheap: Number(counts.tooCheap),
    lowest: whole(lowest),
    highest: whole(highest),
  };
}
