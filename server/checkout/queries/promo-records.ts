import { sql } from "kysely";
import type { Db, Row, Tx } from "../../db/tables.ts";
import { noEnd, type PromoFields } from "../rules/promo-fields.ts";
import { findBatchCode } from "./promo-codes.ts";

/** A promo's own row, without its categories, products and methods. */
export const toPromoFields = (row: Row<"promo">): Omit<PromoFields, "categoryIds" | "productIds" | "methodIds"> => ({
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
  customerTag: row.customer_tag,
  automatic: row.automatic === 1,
  name: row.name,
  startsAt: row.starts_at,
  endsAt: row.ends_at >= noEnd ? null : row.ends_at,
  active: row.active === 1,
});

/** A promo as the owner set it, and how often it was used; locked until the transaction ends. */
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
  const methods = await reader
    .selectFrom("promo_shipping_method")
    .select("method_id")
    .where("promo_id", "=", row.id)
    .orderBy("method_id")
    .execute();
  return {
    ...toPromoFields(row),
    categoryIds: categories.map(({ category_id }) => category_id),
    productIds: products.map(({ product_id }) => product_id),
    methodIds: methods.map(({ method_id }) => method_id),
  };
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
  customer_tag: fields.customerTag,
  automatic: fields.automatic ? 1 : 0,
  name: fields.automatic ? fields.name : "",
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

/** Updates a promo's row, which the caller has locked. */
export async function updatePromoRow(tx: Tx, id: string, fields: PromoFields): Promise<void> {
  await tx.updateTable("promo").set(toColumns(fields)).where("id", "=", id).execute();
  await deleteScope(tx, id);
  await insertScope(tx, id, fields);
}

async function insertScope(tx: Tx, id: string, { categoryIds, productIds, methodIds }: PromoFields): Promise<void> {
  const categories = categoryIds.map((category_id) => ({ promo_id: id, category_id }));
  const products = productIds.map((product_id) => ({ promo_id: id, product_id }));
  const methods = methodIds.map((method_id) => ({ promo_id: id, method_id }));
  if (categories.length > 0) await tx.insertInto("promo_category").values(categories).execute();
  if (products.length > 0) await tx.insertInto("promo_product").values(products).execute();
  if (methods.length > 0) await tx.insertInto("promo_shipping_method").values(methods).execute();
}

async function deleteScope(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("promo_category").where("promo_id", "=", id).execute();
  await tx.deleteFrom("promo_product").where("promo_id", "=", id).execute();
  await tx.deleteFrom("promo_shipping_method").where("promo_id", "=", id).execute();
}

/** Deletes a promo. The caller has checked that nothing refers to it. */
export async function deletePromoRow(tx: Tx, id: string): Promise<void> {
  await deleteScope(tx, id);
  await tx.deleteFrom("promo").where("id", "=", id).execute();
}

/** Whether any batch of codes, checkout or redemption, current or past, names the promo. */
export async function isPromoReferredTo(tx: Tx, id: string): Promise<boolean> {
  const redeemed = await tx.selectFrom("promo_redemption").select("id").where("promo_id", "=", id).limit(1).executeTakeFirst();
  if (redeemed) return true;
  const batch = await tx.selectFrom("promo_batch").select("id").where("promo_id", "=", id).limit(1).executeTakeFirst();
  if (batch) return true;
  const applied = await tx.selectFrom("checkout").select("id").where("promo_id", "=", id).limit(1).executeTakeFirst();
  return applied !== undefined;
}

/** Whether another promo, or a batch of codes, has the code, in any letter case. */
export async function isCodeTaken(tx: Tx, code: string, besideId: string): Promise<boolean> {
  const other = await tx
    .selectFrom("promo")
    .select("id")
    .where((where) => where(where.fn<string>("upper", ["code"]), "=", code.toUpperCase()))
    .where("id", "<>", besideId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined || (await findBatchCode(tx, code)) !== undefined;
}

/** How often a promo was used, including payments in progress. */
export const countUses = async (reader: Db | Tx, id: string): Promise<number> =>
  (await reader.selectFrom("promo").select("used").where("id", "=", id).executeTakeFirst())?.used ?? 0;

export const promoStates = ["all", "current", "running", "scheduled", "used", "past"] as const;
export type PromoSearch = {
  /** how the code begins, in any letter case */
  q: string;
  /** `current`: active and not over; `past`: inactive or over */
  state: (typeof promoStates)[number];
  now: number;
  /** only these promos */
  ids?: readonly string[] | undefined;
  /** filters only by whether the owner stopped the promo */
  active?: boolean | undefined;
  /** filters only by whether the last day is over */
  ended?: boolean | undefined;
};
/** `after` is a code. */
export type PromoPage = { sort: "code" | "ends"; after: string | undefined };

const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

function filtered(reader: Db | Tx, { q, state, now, ids, active, ended }: PromoSearch) {
  const isUsedUp = sql<boolean>`(usage_limit IS NOT NULL AND used >= usage_limit)`;
  const isUsable = sql<boolean>`(usage_limit IS NULL OR used < usage_limit)`;
  return reader
    .selectFrom("promo")
    .$if(q !== "", (query) => query.where(sql<boolean>`upper(code) like ${`${escaped(q.toUpperCase())}%`} escape '\\'`))
    .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
    .$if(active !== undefined, (query) => query.where("active", "=", active ? 1 : 0))
    .$if(ended !== undefined, (query) => query.where("ends_at", ended ? "<" : ">=", now))
    .$if(state === "past", (query) => query.where((where) => where.or([where("active", "=", 0), where("ends_at", "<", now)])))
    .$if(state !== "all" && state !== "past", (query) => query.where("active", "=", 1).where("ends_at", ">=", now))
    .$if(state === "used", (query) => query.where(isUsedUp))
    .$if(state === "running", (query) => query.where("starts_at", "<=", now).where(isUsable))
    .$if(state === "scheduled", (query) => query.where("starts_at", ">", now).where(isUsable));
}

/** Promos sorted by code or by end, without their categories, products and methods. */
export function findPromoPage(reader: Db | Tx, search: PromoSearch, { sort, after }: PromoPage, limit: number) {
  const endOfMark = reader
    .selectFrom("promo")
    .select("ends_at")
    .where("code", "=", after ?? "");
  return filtered(reader, search)
    .selectAll()
    .$if(after !== undefined && sort === "code", (query) => query.where("code", ">", after ?? ""))
    .$if(after !== undefined && sort === "ends", (query) =>
      query.where(sql<boolean>`(ends_at, code) > ((${endOfMark}), ${after ?? ""})`),
    )
    .$if(sort === "ends", (query) => query.orderBy("ends_at"))
    .orderBy("code")
    .limit(limit)
    .execute();
}

/**
 * The category ids, product ids, and shipping methods' names of promos, by the promo's id. `ids`
 * may not be empty.
 */
export async function findPromoScopes(reader: Db | Tx, ids: readonly string[]) {
  const categories = await reader.selectFrom("promo_category").selectAll().where("promo_id", "in", ids).execute();
  const products = await reader.selectFrom("promo_product").selectAll().where("promo_id", "in", ids).execute();
  const methods = await reader
    .selectFrom("promo_shipping_method as limit")
    .innerJoin("shipping_method as method", "method.id", "limit.method_id")
    .select(["limit.promo_id", "method.name"])
    .where("limit.promo_id", "in", ids)
    .orderBy("method.name")
    .execute();
  return (id: string) => ({
    methods: methods.flatMap((row) => (row.promo_id === id ? [row.name] : [])),
    categoryIds: categories.flatMap((row) => (row.promo_id === id ? [row.category_id] : [])),
    productIds: products.flatMap((row) => (row.promo_id === id ? [row.product_id] : [])),
  });
}

/** How many promos match, up to `most`. */
export async function countPromosOf(reader: Db | Tx, search: PromoSearch, most: number): Promise<number> {
  const promos = filtered(reader, search).select("id").limit(most).as("found");
  const { count } = await reader
    .selectFrom(promos)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
