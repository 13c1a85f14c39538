import type { Db, Row, Tx } from "../../db/tables.ts";

/**
 * Whether this browser opened the phone order's mailed link, and the link was not revoked since.
 */
export async function hasOpened(reader: Db | Tx, checkoutId: string, visitor: string | undefined): Promise<boolean> {
  if (visitor === undefined) return false;
  const row = await reader
    .selectFrom("phone_order_opening")
    .select("at")
    .where("checkout_id", "=", checkoutId)
    .where("visitor", "=", visitor)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records an opening; only a browser's first one counts. */
export async function insertOpening(tx: Tx, checkoutId: string, visitor: string, now: number): Promise<void> {
  await tx
    .insertInto("phone_order_opening")
    .values({ checkout_id: checkoutId, visitor, at: now })
    .onConflict((conflict) => conflict.columns(["checkout_id", "visitor"]).doNothing())
    .execute();
}

/** Ends the access of all browsers that opened the phone order. */
export const deleteOpenings = (tx: Tx, checkoutId: string) =>
  tx.deleteFrom("phone_order_opening").where("checkout_id", "=", checkoutId).execute();

/** Moves a browser's openings to its next id. */
export const moveOpenings = (tx: Tx, from: string, to: string) =>
  tx.updateTable("phone_order_opening").set({ visitor: to }).where("visitor", "=", from).execute();

/** When a browser first opened the phone order; ms. */
export async function findFirstOpening(reader: Db | Tx, checkoutId: string): Promise<number | undefined> {
  const { at } = await reader
    .selectFrom("phone_order_opening")
    .select(({ fn }) => fn.min("at").as("at"))
    .where("checkout_id", "=", checkoutId)
    .executeTakeFirstOrThrow();
  return at === null ? undefined : Number(at);
}

/** Sets the expiry. It counts as a change, so earlier pages are outdated. */
export const setExpiry = (tx: Tx, id: string, { expiresAt, now }: { expiresAt: number; now: number }) =>
  tx.updateTable("checkout").set({ expires_at: expiresAt, updated_at: now }).where("id", "=", id).execute();

/** Abandons an open checkout; its row is deleted later, by retention (checkout/expiry.ts). */
export const abandonOne = (tx: Tx, id: string, now: number) =>
  tx
    .updateTable("checkout")
    .set({ state: "abandoned", updated_at: now })
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();

export type OpenPhoneOrder = Pick<
  Row<"checkout">,
  "id" | "state" | "email" | "taken_by" | "created_at" | "updated_at" | "expires_at"
>;

/** Unpaid phone orders, the latest changed first. */
export const findOpenPhoneOrders = (reader: Db | Tx, limit: number): Promise<OpenPhoneOrder[]> =>
  reader
    .selectFrom("checkout")
    .select(["id", "state", "email", "taken_by", "created_at", "updated_at", "expires_at"])
    .where("taken_by", "is not", null)
    .where("state", "in", ["open", "paying"])
    .orderBy("updated_at", "desc")
    .limit(limit)
    .execute();

/** Whether a phone order can still be paid or changed. */
export async function isOpenPhoneOrder(reader: Db | Tx, id: string): Promise<boolean> {
  const row = await reader
    .selectFrom("checkout")
    .select("id")
    .where("id", "=", id)
    .where("state", "in", ["open", "paying"])
    .executeTakeFirst();
  return row !== undefined;
}

/** Unpaid phone orders that add products to an order, the earliest first. */
export async function findOpenSupplements(reader: Db | Tx, orderId: string): Promise<{ id: string; isExchange: boolean }[]> {
  const rows = await reader
    .selectFrom("checkout as c")
    .leftJoin("exchange as x", "x.checkout_id", "c.id")
    .select(["c.id", "x.begun_at"])
    .where("c.supplement_of", "=", orderId)
    .where("c.state", "in", ["open", "paying"])
    .orderBy("c.created_at")
    .execute();
  return rows.map(({ id, begun_at }) => ({ id, isExchange: begun_at !== null }));
}
