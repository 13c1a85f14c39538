import { sql } from "kysely";
import { bundled } from "../../db/bundled.ts";
import { compiled } from "../../db/compiled.ts";
import type { Db, Row, Tx } from "../../db/tables.ts";
import { foldedText } from "../../folded-text.ts";
import type { Promo, PromoScope, PromoUse } from "../rules/promo.ts";
import { findBatchCode, isCodeUsed } from "./promo-codes.ts";

const toPromo = (row: Row<"promo">, scope: PromoScope, methods: Promo["methods"]): Promo => ({
  id: row.id,
  code: row.code,
  automatic: row.automatic === 1,
  label: row.automatic === 1 ? row.name : row.code,
  kind: row.kind,
  amount: row.amount,
  buyGet: toBuyGet(row),
  scope,
  methods,
  minimum: row.minimum,
  usageLimit: row.usage_limit ?? undefined,
  used: row.used,
  oncePerCustomer: row.once_per_customer === 1,
  firstOrderOnly: row.first_order_only === 1,
  customerTag: row.customer_tag,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  active: row.active === 1,
});

const toBuyGet = ({ kind, buy_quantity: buy, get_quantity: get, get_percent: percent }: Row<"promo">) =>
  kind === "buy_get" && buy !== null && get !== null && percent !== null ? { buy, get, percent } : undefined;

const promoRows = bundled((reader, [id1 = "", id2 = "", id3 = "", id4 = ""]) => ({
  promos: reader
    .selectFrom("promo")
    .select(["id", "code", "kind", "amount", "minimum", "usage_limit", "used", "once_per_customer", "starts_at", "ends_at"])
    .select(["active", "demo", "first_order_only", "automatic", "name", "buy_quantity", "get_quantity", "get_percent"])
    .select("customer_tag")
    .where("id", "=", id1),
  categories: reader.selectFrom("promo_category").select("category_id").where("promo_id", "=", id2).orderBy("category_id"),
  products: reader.selectFrom("promo_product").select("product_id").where("promo_id", "=", id3).orderBy("product_id"),
  methods: reader
    .selectFrom("promo_shipping_method as limit")
    .innerJoin("shipping_method as method", "method.id", "limit.method_id")
    .select(["method.id", "method.name"])
    .where("limit.promo_id", "=", id4)
    .orderBy("method.position")
    .orderBy("method.price")
    .orderBy("method.id"),
}));

/** A promo in any state; the rules decide whether it runs and has uses left. */
export async function findPromo(reader: Db | Tx, id: string): Promise<Promo | undefined> {
  const { promos, categories, products, methods } = await promoRows(reader, [id, id, id, id]);
  const [row] = promos;
  const scope = {
    categoryIds: categories.map(({ category_id }) => category_id),
    productIds: products.map(({ product_id }) => product_id),
  };
  return row && toPromo(row, scope, methods);
}

/** A promo as its own code gives it, or a code of one of its batches. */
export async function findTypedPromo(reader: Db | Tx, id: string, batchCode: string | undefined): Promise<Promo | undefined> {
  const promo = await findPromo(reader, id);
  const found = batchCode === undefined ? undefined : await findBatchCode(reader, batchCode);
  if (!promo || found?.promo_id !== id) return promo;
  const { code } = found;
  return { ...promo, code, label: code, batchCode: code, isBatchEnded: found.ended_at !== null };
}

/** The promo that a placed order used, even if the promo is no longer on. */
export async function findUsedPromo(reader: Db | Tx, checkoutId: string): Promise<Promo | undefined> {
  const uses = reader.selectFrom("promo_redemption").select("promo_id").where("checkout_id", "=", checkoutId);
  const use = await uses.where("state", "=", "used").executeTakeFirst();
  return use && (await findPromo(reader, use.promo_id));
}

/** The automatic promos that run now, the oldest first; the rules decide whether each applies. */
export async function findAutomaticPromos(reader: Db | Tx, now: number): Promise<Promo[]> {
  const rows = await automaticRows(reader, [now, now]);
  const promos: Promo[] = [];
  for (const { id } of rows) {
    const promo = await findPromo(reader, id);
    if (promo) promos.push(promo);
  }
  return promos;
}

const automaticRows = compiled((reader, [from, to]) =>
  reader
    .selectFrom("promo")
    .select("id")
    .where("automatic", "=", sql.lit(1))
    .where("active", "=", sql.lit(1))
    .where("starts_at", "<=", sql<number>`${from}`)
    .where("ends_at", ">=", sql<number>`${to}`)
    .orderBy("starts_at")
    .orderBy("id"),
);

/**
 * The promo with this code or with a batch that has it, unless it is automatic. Codes are stored in
 * capitals and are found in any letter case. With `production`, a demo promo is not found.
 */
export async function findPromoByCode(
  reader: Db | Tx,
  code: string,
  { production }: { production: boolean },
): Promise<Promo | undefined> {
  const inBatch = await findBatchCode(reader, code);
  const rows = await reader
    .selectFrom("promo")
    .select("id")
    .$if(inBatch !== undefined, (query) => query.where("id", "=", inBatch?.promo_id ?? ""))
    .$if(inBatch === undefined, (query) =>
      query.where((where) => where(where.fn<string>("upper", ["code"]), "=", code.toUpperCase())),
    )
    .where("automatic", "=", 0)
    .$if(production, (query) => query.where("demo", "=", 0))
    .orderBy("code")
    .limit(1)
    .execute();
  return rows[0] && (await findTypedPromo(reader, rows[0].id, inBatch?.code));
}

/** Who uses a promo, in which checkout. `email` is normalised, and empty until it is known. */
type PromoShopper = {
  checkoutId: string;
  email: string;
  customerId: string | undefined;
  /** the folded tags that the shopper is known to have */
  tags: readonly string[];
};

/**
 * Redemptions of a promo by other checkouts, and earlier orders if it is for a first order.
 */
export async function findPromoUse(
  reader: Db | Tx,
  promo: Promo,
  { checkoutId, email, customerId, tags }: PromoShopper,
): Promise<PromoUse> {
  const redemptions = reader.selectFrom("promo_redemption").select("id").where("promo_id", "=", promo.id);
  const own = await redemptions.where("checkout_id", "=", checkoutId).executeTakeFirst();
  const before =
    isOnceEach(promo) &&
    email !== "" &&
    (await redemptions.where("once_email", "=", email).where("checkout_id", "<>", checkoutId).executeTakeFirst());
  const ordered =
    promo.firstOrderOnly &&
    ((email !== "" && (await findOrderOf(reader, email, checkoutId))) ||
      (await findOrderOfAccount(reader, customerId, checkoutId)) ||
      // Nobody could take an automatic promo out of the cart while another payment claims its use.
      (promo.automatic && (await findFirstOrderClaim(reader, [email, customerId ?? ""], checkoutId))));
  return {
    others: promo.used - (own ? 1 : 0),
    isCodeUsed: await isCodeUsed(reader, promo.batchCode, checkoutId),
    before: Boolean(before),
    ordered: Boolean(ordered),
    tagged: tags.includes(foldedText(promo.customerTag)),
  };
}

/** A payment of another checkout that claims the first order of an email or an account. */
const findFirstOrderClaim = (reader: Db | Tx, claimants: readonly string[], checkoutId: string) =>
  reader
    .selectFrom("first_order_claim")
    .select("checkout_id")
    .where("email_norm", "in", claimants)
    .where("checkout_id", "<>", checkoutId)
    .limit(1)
    .executeTakeFirst();

/** An order of an account from another checkout, whatever email the order has. */
export const findOrderOfAccount = async (reader: Db | Tx, customerId: string | undefined, checkoutId: string) =>
  customerId === undefined
    ? undefined
    : await reader
        .selectFrom("orders")
        .select("id")
        .where("customer_id", "=", customerId)
        .where("state", "!=", "canceled")
        .where("checkout_id", "<>", checkoutId)
        .limit(1)
        .executeTakeFirst();

/** Whether an email may use a promo only once. This includes promos for a first order. */
export const isOnceEach = ({ oncePerCustomer, firstOrderOnly }: Promo): boolean => oncePerCustomer || firstOrderOnly;

/**
 * An order that was placed with this email address in another checkout. It is read here, although
 * orders are another feature, since the payment's transaction needs it.
 */
export const findOrderOf = (reader: Db | Tx, email: string, checkoutId: string) =>
  reader
    .selectFrom("orders")
    .select("id")
    .where("email_norm", "=", email)
    .where("state", "<>", "canceled")
    .where("checkout_id", "<>", checkoutId)
    .limit(1)
    .executeTakeFirst();

/**
 * Whether a browser followed a link that was mailed to this normalised email, and may still see a
 * guest's order with that email. The query reads orders, which are another feature.
 */
export async function isGuestKnown(
  reader: Db | Tx,
  { visitor, email }: { visitor: string; email: string },
  now: number,
): Promise<boolean> {
  const grant = await reader
    .selectFrom("order_grant as g")
    .innerJoin("orders as o", "o.id", "g.order_id")
    .select("g.order_id")
    .where("g.visitor", "=", visitor)
    .where("g.until", ">", now)
    .where("o.email_norm", "=", email)
    .where("o.customer_id", "is", null)
    .limit(1)
    .executeTakeFirst();
  return grant !== undefined;
}

/** Counts one more use of a running promo below its limit. False if nothing changed. */
export async function incrementUses(tx: Tx, promoId: string, now: number): Promise<boolean> {
  const result = await tx
    .updateTable("promo")
    .set((set) => ({ used: set("used", "+", 1) }))
    .where("id", "=", promoId)
    .where("active", "=", 1)
    .where("starts_at", "<=", now)
    .where("ends_at", ">=", now)
    .where((where) => where.or([where("usage_limit", "is", null), where("used", "<", where.ref("usage_limit"))]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Undoes one `incrementUses`. The count does not show whose use it was, so call this only once per
 * use.
 */
export const decrementUses = (tx: Tx, promoId: string) =>
  tx
    .updateTable("promo")
    .set((set) => ({ used: set("used", "-", 1) }))
    .where("id", "=", promoId)
    .execute();

type NewRedemption = {
  id: string;
  promoId: string;
  checkoutId: string;
  email: string;
  onceEmail: string | null;
  batchCode: string | null;
};

/**
 * Inserts a redemption. False if this checkout has already redeemed the promo, if each email may use
 * it once and this email has, or if the code of a batch is used.
 */
export async function insertRedemption(
  tx: Tx,
  { id, promoId, checkoutId, email, onceEmail, batchCode }: NewRedemption,
  now: number,
): Promise<boolean> {
  const inserted = await tx
    .insertInto("promo_redemption")
    .values({
      id,
      promo_id: promoId,
      checkout_id: checkoutId,
      email_norm: email,
      once_email: onceEmail,
      batch_code: batchCode,
      state: "pending",
      at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/**
 * Claims the first order of an email, or of an account by its id. False while another payment has
 * such a claim; on PostgreSQL this waits for a claim that another transaction is making.
 */
export async function insertFirstOrderClaim(tx: Tx, claimant: string, checkoutId: string): Promise<boolean> {
  const inserted = await tx
    .insertInto("first_order_claim")
    .values({ email_norm: claimant, checkout_id: checkoutId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Deletes the claim after the payment ended, with or without an order. */
export const deleteFirstOrderClaim = (tx: Tx, checkoutId: string) =>
  tx.deleteFrom("first_order_claim").where("checkout_id", "=", checkoutId).execute();

/**
 * Locks a checkout's redemptions: those of an undecided payment, or of an order. Locks their promos
 * first, as all code does.
 */
export async function lockRedemptions(tx: Tx, checkoutId: string, state: "pending" | "used") {
  const redemptions = await tx
    .selectFrom("promo_redemption")
    .select(["id", "promo_id"])
    .where("checkout_id", "=", checkoutId)
    .where("state", "=", state)
    .execute();
  const promoIds = redemptions.map(({ promo_id }) => promo_id);
  if (promoIds.length > 0)
    await tx.selectFrom("promo").select("id").where("id", "in", promoIds).orderBy("id").forUpdate().execute();
  return redemptions;
}

/** Deletes a pending redemption. True if this call deleted it; false if it is used or gone. */
export async function deleteRedemption(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom("promo_redemption").where("id", "=", id).where("state", "=", "pending").executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Makes the held redemptions of this checkout final, if there are any. */
export const markRedemptionsUsed = (tx: Tx, checkoutId: string) =>
  tx
    .updateTable("promo_redemption")
    .set({ state: "used" })
    .where("checkout_id", "=", checkoutId)
    .where("state", "=", "pending")
    .execute();

/**
 * Deletes the order's used redemptions and returns their promos' ids. Only one of several
 * concurrent callers gets the ids.
 */
export async function deleteUse(tx: Tx, checkoutId: string): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("promo_redemption")
    .where("checkout_id", "=", checkoutId)
    .where("state", "=", "used")
    .returning("promo_id")
    .execute();
  return deleted.map(({ promo_id }) => promo_id);
}

/**
 * Removes demo promos from every checkout that is no order yet. No demo promo applies without a
 * code then.
 */
export async function clearDemoPromos(tx: Tx, notice: string): Promise<void> {
  await tx.updateTable("promo").set({ automatic: 0 }).where("demo", "=", 1).where("automatic", "=", 1).execute();
  await tx
    .updateTable("checkout")
    .set({ promo_id: null, notice })
    .where("state", "in", ["open", "paying"])
    .where("promo_id", "in", (eb) => eb.selectFrom("promo").select("id").where("demo", "=", 1))
    .execute();
}
