import type { Db } from "../db/tables.ts";
import { findTroubleRows } from "./queries/money-troubles.ts";
import type { MoneyState } from "./rules/ledger.ts";
import { type MoneyTrouble, moneyTroubleOf, troubleKinds } from "./rules/refused-money.ts";
import type { OrderState } from "./rules/state.ts";

type ListedMoney = { id: string; state: OrderState; money: MoneyState };

/** Finds the obstacles that keep orders' money from moving, by order id; for up to 500 orders. */
export async function moneyTroublesOf(db: Db, orders: readonly ListedMoney[]): Promise<ReadonlyMap<string, MoneyTrouble>> {
  if (orders.length === 0) return new Map();
  const ids = orders.map(({ id }) => id);
  const rows = Map.groupBy(await findTroubleRows(db, ids, troubleKinds), ({ order_id }) => order_id);
  const troubles = new Map<string, MoneyTrouble>();
  for (const { id, state, money } of orders) {
    const orderRows = rows.get(id) ?? [];
    const refunds = orderRows.map(({ refused_by }) => ({ state: "requested", refused_by }));
    const events = orderRows.flatMap(({ kind }) => (kind === null ? [] : [{ kind }]));
    const trouble = moneyTroubleOf({ state, money, refunds, events });
    if (trouble) troubles.set(id, trouble);
  }
  return troubles;
}
