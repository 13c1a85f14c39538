import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db, Tx } from "../db/tables.ts";
import { findOrder, type Order } from "./find.ts";
import { moneyTroublesOf } from "./money-troubles.ts";
import { findEditsOfOrders, findOrderOfRefund, findUnitsOfOrders } from "./queries/after-sale.ts";
import { findReaddressesOfOrders } from "./queries/readdress.ts";
import {
  countMatchingOrders,
  findHighestNumber,
  findMatchingNumbers,
  findMatchingOrders,
  findOrdersBeginning,
  type OrderMatch,
  type OrderSearch,
} from "./queries/search.ts";
import {
  findBuyer,
  findIdByNumber,
  findListedByIds,
  findNewest,
  findNewestWith,
  findNumberPaidBy,
  findNumbers,
  type OrderFilter,
  type OrderListRow,
} from "./queries/states.ts";
import { findLedgersOfOrders } from "./queries.ts";
import { type MoneyState, moneyState } from "./rules/ledger.ts";
import { reductionsOf, totalAfter } from "./rules/line-shares.ts";
import type { MoneyTrouble } from "./rules/refused-money.ts";

/**
 * `trouble` is the reason why the order's money does not move, as the order's page shows it.
 * `units` is the number of units that edits left in the order.
 */
export type ListedOrder = OrderListRow & { money: MoneyState; trouble: MoneyTrouble | undefined; units: number };

/** The search that finds every order. */
export const everyOrder: OrderSearch = { state: undefined, text: "", since: undefined, until: undefined, before: undefined };

/** The most parameters of one SQL statement. */
const batch = 500;

/** Orders for the owner, the newest first, each with its money state and its total after edits. */
export const listOrders = async (db: Db, filter: OrderFilter | undefined, limit: number): Promise<ListedOrder[]> =>
  await withMoney(db, await findNewest(db, filter, limit));

export type { OrderMatch, OrderSearch } from "./queries/search.ts";

/** Orders that match a search, each with its money state and its total after edits. */
export const searchOrders = async (db: Db, search: OrderSearch, limit: number): Promise<(OrderMatch & ListedOrder)[]> =>
  await withMoney(db, await findMatchingOrders(db, search, limit));

/** Orders with these ids, up to 500, the newest first. */
export const listOrdersByIds = async (db: Db, ids: readonly string[]): Promise<ListedOrder[]> =>
  await withMoney(db, await findListedByIds(db, ids));

/** The latest orders whose email or name begins with a text in lower case. Uses indexes alone. */
export const lookUpOrders = async (db: Db, text: string, limit: number): Promise<ListedOrder[]> =>
  await listOrdersByIds(db, await findOrdersBeginning(db, text, limit));

/** The states of a search that mean work for the staff, in the order of the labels in a list. */
const todoStates = [
  "requested",
  "address",
  "returns",
  "returns-received",
  "refunded",
  "to-pack",
  "unpaid",
  "pay-back",
  "disputed",
  "held",
] as const;
export type OrderTodo = (typeof todoStates)[number];

/** The work for up to 500 orders, by their numbers; orders without work are left out. */
export async function todosOfOrders(db: Db, numbers: readonly number[]): Promise<Map<number, OrderTodo[]>> {
  const todos = new Map<number, OrderTodo[]>();
  for (const state of todoStates)
    for (const number of await findMatchingNumbers(db, { ...everyOrder, state, numbers }))
      todos.set(number, [...(todos.get(number) ?? []), state]);
  return todos;
}

/** How many orders match a search, up to `most`. */
export const countOrdersOf = (db: Db, search: OrderSearch, most: number): Promise<number> =>
  countMatchingOrders(db, search, most);

async function withMoney<Order extends OrderListRow>(db: Db, orders: readonly Order[]): Promise<(Order & ListedOrder)[]> {
  const listed: (Order & ListedOrder)[] = [];
  for (let at = 0; at < orders.length; at += batch) listed.push(...(await moneyOfBatch(db, orders.slice(at, at + batch))));
  return listed;
}

/** Reads money, edits, and units of a batch; the number of queries does not grow with the batch. */
async function moneyOfBatch<Order extends OrderListRow>(db: Db, orders: readonly Order[]): Promise<(Order & ListedOrder)[]> {
  const ids = orders.map(({ id }) => id);
  const booked = Map.groupBy(await findLedgersOfOrders(db, ids), ({ order_id }) => order_id);
  const edited = Map.groupBy(await findEditsOfOrders(db, ids), ({ order_id }) => order_id);
  const readdressed = Map.groupBy(await findReaddressesOfOrders(db, ids), ({ order_id }) => order_id);
  const units = await findUnitsOfOrders(db, ids);
  const takenOut = (id: string) => (edited.get(id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  const valued = orders.map((order) => ({
    ...order,
    units: (units.get(order.id) ?? 0) - takenOut(order.id),
    total: totalAfter(order.total, [...(edited.get(order.id) ?? []), ...reductionsOf(readdressed.get(order.id) ?? [])]),
    money: moneyState(booked.get(order.id) ?? []),
  }));
  const troubles = await moneyTroublesOf(db, valued);
  return valued.map((order) => ({ ...order, trouble: troubles.get(order.id) }));
}

/** The id of the order with this short number. */
export const orderOfNumber = (db: Db | Tx, number: number): Promise<string | undefined> => findIdByNumber(db, number);

/** The order with this number, if it has this email. */
export async function findOrderWith(db: Db, number: number, email: string): Promise<Order | undefined> {
  const id = await findIdByNumber(db, number);
  const order = id === undefined ? undefined : await findOrder(db, id);
  return order && normaliseEmail(order.email) === normaliseEmail(email) ? order : undefined;
}

/** The highest number of an order; 0 before the first. */
export const highestOrderNumber = (db: Db): Promise<number> => findHighestNumber(db);

/** The number of the latest order with a normalised email; undefined when there is none. */
export const newestOrderWith = (db: Db, emailNorm: string): Promise<number | undefined> => findNewestWith(db, emailNorm);

/** Who placed the order with this number: an account's id, or a guest's normalised email. */
export const buyerOf = async (reader: Db | Tx, number: number): Promise<string | undefined> =>
  (await findBuyer(reader, number)) || undefined;

/** The short numbers of up to 500 orders, by id; ids without an order are left out. */
export const numbersOfOrders = (db: Db, ids: readonly string[]): Promise<Map<string, number>> => findNumbers(db, ids);

/** The short numbers of any number of orders, by id; ids without an order are left out. */
export async function allNumbersOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (let at = 0; at < ids.length; at += batch)
    for (const [id, number] of await findNumbers(db, ids.slice(at, at + batch))) numbers.set(id, number);
  return numbers;
}

/** The number of the order that this payment, or another payment of its checkout, made. */
export const orderPaidBy = (db: Db, payment: { orderId: string; checkoutId: string }): Promise<number | undefined> =>
  findNumberPaidBy(db, payment);

/** The number of the order of a refund, found by the refund's key or the gateway's reference. */
export async function orderOfRefund(db: Db, name: string): Promise<number | undefined> {
  const id = await findOrderOfRefund(db, name);
  return id === undefined ? undefined : (await findNumbers(db, [id])).get(id);
}
