import type { Db, Row, Tx } from "../db/tables.ts";
import { type Outcome, ok, type Refusal, refuse } from "../outcome.ts";
import type { Order } from "./find.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findParent, findSupplements, type RelatedOrder } from "./queries/supplements.ts";
import { leftPlaced } from "./rules/state.ts";
import { exchangeKind, supplementKind } from "./rules/words.ts";
import type { OrderSnapshot } from "./snapshot.ts";

export type { RelatedOrder } from "./queries/supplements.ts";

/**
 * An order that belongs with another one. `isParent`: the other one adds products to it; otherwise
 * it adds products to the other one. `isExchange`: the added products are exchanged for others.
 */
export type Related = Omit<RelatedOrder, "is_exchange"> & { isParent: boolean; isExchange: boolean };

/** The order that an order adds products to, or else the orders that add products to it. */
export async function relatedOrders(
  reader: Db | Tx,
  { id, supplementOf, isExchange }: Pick<Order, "id" | "supplementOf" | "isExchange">,
): Promise<Related[]> {
  if (supplementOf === null)
    return (await findSupplements(reader, id)).map((order) => ({
      ...order,
      isParent: false,
      isExchange: order.is_exchange === 1,
    }));
  const parent = await findParent(reader, supplementOf);
  return parent ? [{ ...parent, isParent: true, isExchange }] : [];
}

/** Refuses an order to which no products can be added. */
export function supplementRefusal({ state, supplementOf }: Pick<Order, "state" | "supplementOf">): Outcome<undefined> {
  if (supplementOf !== null) return refuse("order_closed", "This order adds to another one: add the products there.");
  return state === "placed" ? ok(undefined) : refuse("order_closed", leftPlaced(state));
}

/**
 * Locks the order that a new order adds products to. Orders are locked before promos and variants
 * (docs/checkout.md).
 */
export async function lockParent(tx: Tx, { supplementOf }: OrderSnapshot): Promise<void> {
  if (supplementOf !== undefined) await lockOrder(tx, supplementOf);
}

/** Refuses to pay for products that add to an order which has shipped or was canceled meanwhile. */
export async function refuseWithoutParent(tx: Tx, parentId: string | undefined): Promise<Refusal | undefined> {
  const parent = parentId === undefined ? undefined : await findParent(tx, parentId);
  return parent && parent.state !== "placed" ? parentGone : undefined;
}

const parentGone = refuse(
  "order_closed",
  "The order that these products were to be added to has shipped or was canceled. Please ask us for a new order.",
);

/** The customer of the order that a new order adds products to, if both have the same email. */
export async function customerOfParent(
  tx: Tx,
  { supplementOf }: OrderSnapshot,
  emailNorm: string,
): Promise<Row<"orders">["customer_id"]> {
  const parent = supplementOf === undefined ? undefined : await findParent(tx, supplementOf);
  return parent?.email_norm === emailNorm ? parent.customer_id : null;
}

/** Notes a new order in the history of the order that it adds products to. */
export async function recordSupplement(
  tx: Tx,
  { supplementOf, isExchange }: OrderSnapshot,
  number: number,
  now: number,
): Promise<void> {
  if (supplementOf === undefined) return;
  const kind = isExchange ? exchangeKind : supplementKind;
  await insertOrderEvent(tx, supplementOf, { kind, note: `order ${number}`, actor: "shop" }, now);
}
