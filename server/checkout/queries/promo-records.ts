import { sql } from "kysely";
import type { Db, Row, Tx } from "../../db/tables.ts";
import { noEnd, type PromoFields } from "../rules/promo-fields.ts";

/** The most checkouts or promos that are counted: beyond, only that there are more is told. */
export const mostCounted = 1000;

const toFields = (row: Row<"promo">, categoryIds: string[], productIds: string[]): PromoFields => ({
  code: row.code,
  kind: row.kind,
  amount: row.amount,
  buyQuantity: row.buy_quantity ?? 0,
  getQuantity: row.get_quantity ?? 0,
  getPercent: row.get_percent ?? 0,
  minimum: row.minimum,
  usageLimit: row.usage_limit,
  oncePerCustomer: row.once_per_customer === 1,
  firstOrderOnly: row.first_order_only === 1,
  startsAt: row.starts_at,
  endsAt: row.ends_at >= noEnd ? null : row.ends_at,
  active: row.active === 1,
  categoryIds,
  productIds,
});

/** A promo as the owner sets it, and how often it was used; locked until the transaction ends. */
export async function lockPromoFields(tx: Tx, id: string): Promise<{ fields: PromoFields; used: number } | undefined> {
  const row = await tx.selectFrom("promo").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row && { fields: await withScope(tx, row), used: row.used };
}

async function withScope(reader: Db | Tx, row: Row<"promo">): Promise<PromoFields> {
  const categories = await reader
    .selectFrom("promo_category")
    .select("category_id")
    .where("promo_id", "=", row.id)
    .orderBy("category_id")
    .execute();
  const products = await reader
    .selectFrom("promo_product")
    .select("product_id")
    .where("promo_id", "=", row.id)
    .orderBy("product_id")
    .execute();
  return toFields(
    row,
    categories.map(({ category_id }) => category_id),
    products.map(({ product_id }) => product_id),
  );
}

const toColumns = (fields: PromoFields) => ({
  code: fields.code,
  kind: fields.kind,
  amount: fields.amount,
  buy_quantity: fields.kind === "buy_get" ? fields.buyQuantity : null,
  get_quantity: fields.kind === "buy_get" ? fields.getQuantity : null,
  get_percent: fields.kind === "buy_get" ? fields.getPercent : null,
  minimum: fields.minimum,
  usage_limit: fields.usageLimit,
  once_per_customer: fields.oncePerCustomer ? 1 : 0,
  first_order_only: fields.firstOrderOnly ? 1 : 0,
  starts_at: fields.startsAt,
  ends_at: fields.endsAt ?? noEnd,
  active: fields.active ? 1 : 0,
});

export async function insertPromoRow(tx: Tx, id: string, fields: PromoFields): Promise<void> {
  await tx
    .insertInto("promo")
    .values({ id, ...toColumns(fields) })
    .execute();
  await insertScope(tx, id, fields);
}

/** The promo is locked. */
export async function updatePromoRow(tx: Tx, id: string, fields: PromoFields): Promise<void> {
  await tx.updateTable("promo").set(toColumns(fields)).where("id", "=", id).execute();
  await deleteScope(tx, id);
  await insertScope(tx, id, fields);
}

async function insertScope(tx: Tx, id: string, { categoryIds, productIds }: PromoFields): Promise<void> {
  const categories = categoryIds.map((category_id) => ({ promo_id: id, category_id }));
  const products = productIds.map((product_id) => ({ promo_id: id, product_id }));
  if (categories.length > 0) await tx.insertInto("promo_category").values(categories).execute();
  if (products.length > 0) await tx.insertInto("promo_product").values(products).execute();
}

async function deleteScope(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("promo_category").where("promo_id", "=", id).execute();
  await tx.deleteFrom("promo_product").where("promo_id", "=", id).execute();
}

/** The caller has checked that nothing refers to it. */
export async function deletePromoRow(tx: Tx, id: string): Promise<void> {
  await deleteScope(tx, id);
  await tx.deleteFrom("promo").where("id", "=", id).execute();
}

/** Whether any checkout or redemption names the promo, of whatever time. */
export async function isPromoReferredTo(tx: Tx, id: string): Promise<boolean> {
  const redeemed = await tx.selectFrom("promo_redemption").select("id").where("promo_id", "=", id).limit(1).executeTakeFirst();
  if (redeemed) return true;
  const applied = await tx.selectFrom("checkout").select("id").where("promo_id", "=", id).limit(1).executeTakeFirst();
  return applied !== undefined;
}

/** Whether another promo has the code, in any letter case. */
export async function isCodeTaken(tx: Tx, code: string, besideId: string): Promise<boolean> {
  const other = await tx
    .selectFrom("promo")
    .select("id")
    .where((where) => where(where.fn<string>("upper", ["code"]), "=", code.toUpperCase()))
    .where("id", "<>", besideId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** How often a promo was used, with payments in progress. */
export const countUses = async (reader: Db | Tx, id: string): Promise<number> =>
  (await reader.selectFrom("promo").select("used").where("id", "=", id).executeTakeFirst())?.used ?? 0;

/** Open checkouts that have the code applied, up to `mostCounted`. */
export async function countOpenWithPromo(reader: Db | Tx, id: string): Promise<number> {
  const open = reader
    .selectFrom("checkout")
    .select("id")
    .where("state", "=", "open")
    .where("promo_id", "=", id)
    .limit(mostCounted)
    .as("open");
  const { count } = await reader
    .selectFrom(open)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type PromoFilter = { q: string; standing: "all" | "current" | "past"; after: string | undefined; now: number };

const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

const filtered = (reader: Db | Tx, { q, standing, now }: PromoFilter) =>
  reader
    .selectFrom("promo")
    .$if(q !== "", (query) => query.where(sql<boolean>`upper(code) like ${`${escaped(q.toUpperCase())}%`} escape '\\'`))
    .$if(standing === "current", (query) => query.where("active", "=", 1).where("ends_at", ">=", now))
    .$if(standing === "past", (query) => query.where((where) => where.or([where("active", "=", 0), where("ends_at", "<", now)])));

/** Promos by their codes, those after `after` first, without what they are limited to. */
export const findPromoPage = (reader: Db | Tx, filter: PromoFilter, limit: number) =>
  filtered(reader, filter)
    .selectAll()
    .$if(filter.after !== undefined, (query) => query.where("code", ">", filter.after ?? ""))
    .orderBy("code")
    .limit(limit)
    .execute();

/** How many match, up to `mostCounted`; the page does not matter. */
export async function countPromosOf(reader: Db | Tx, filter: PromoFilter): Promise<number> {
  const found = filtered(reader, filter).select("id").limit(mostCounted).as("found");
  const { count } = await reader
    .selectFrom(found)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
