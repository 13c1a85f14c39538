import type { Db } from "../db/tables.ts";
import { findIdByNumber, findNewest, findNumbers, type Listed, type OrderFilter } from "./queries/states.ts";
import { findLedgersOfOrders } from "./queries.ts";
import { type MoneyState, moneyState } from "./rules/ledger.ts";

export type ListedOrder = Listed & { money: MoneyState };

/** The most parameters of one SQL statement. */
const batch = 500;

/** Orders for the owner, the newest first, each with its money state. */
export async function listOrders(db: Db, filter: OrderFilter | undefined, limit: number): Promise<ListedOrder[]> {
  const orders = await findNewest(db, filter, limit);
  const ledger = [];
  for (let at = 0; at < orders.length; at += batch)
    ledger.push(
      ...(await findLedgersOfOrders(
        db,
        orders.slice(at, at + batch).map(({ id }) => id),
      )),
    );
  const booked = Map.groupBy(ledger, ({ order_id }) => order_id);
  return orders.map((order) => ({ ...order, money: moneyState(booked.get(order.id) ?? []) }));
}

/** The id of the order with this short number. */
export const orderOfNumber = (db: Db, number: number): Promise<string | undefined> => findIdByNumber(db, number);

/** The short numbers of up to 500 orders, by id; ids without an order are left out. */
export const numbersOfOrders = (db: Db, ids: readonly string[]): Promise<Map<string, number>> => findNumbers(db, ids);
