import { returnPromoUse } from "../../server/checkout/promos.ts";
import { cancelOrder } from "../../server/orders/cancel.ts";
import type { TestShop } from "../support/shop.ts";

/** An order's row by its id; without an id, the newest. */
export const orderOf = ({ shop }: TestShop, id?: string) =>
  shop.db
    .selectFrom("orders")
    .selectAll()
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

/** Assigns orders to a customer, as a sign-in before the purchase would have. */
export async function give({ shop }: TestShop, customerId: string): Promise<void> {
  await shop.db.updateTable("orders").set({ customer_id: customerId }).execute();
}

/** Cancels as the customer, without HTTP. */
export const cancel = ({ shop }: TestShop, orderId: string, customerId = "ann") =>
  cancelOrder(shop.db, { customerId, orderId }, shop.now(), returnPromoUse);

/** An order's events, in order. */
export async function eventsOf({ shop }: TestShop, orderId: string): Promise<[string, string][]> {
  const rows = await shop.db
    .selectFrom("order_event")
    .select(["kind", "note"])
    .where("order_id", "=", orderId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map(({ kind, note }) => [kind, note]);
}

export const stockOf = async ({ shop }: TestShop): Promise<Record<string, [onHand: number, reserved: number]>> => {
  const rows = await shop.db.selectFrom("variant").select(["id", "on_hand", "reserved"]).orderBy("id").execute();
  return Object.fromEntries(rows.map(({ id, on_hand, reserved }) => [id, [on_hand, reserved]]));
};

/** The kinds and states of waiting and sent emails, by kind. */
export async function jobsOf({ shop }: TestShop, ...kinds: string[]): Promise<string[]> {
  const rows = await shop.db.selectFrom("job").select(["kind", "state"]).where("kind", "in", kinds).orderBy("kind").execute();
  return rows.map(({ kind, state }) => `${kind} ${state}`);
}
