import { type Shelf, shelvesOf } from "../../catalog/skus.ts";
import type { Db } from "../../db/tables.ts";
import { type LineProgress, readLineProgress, toShip } from "../../orders/line-progress.ts";
import { everyOrder, type ListedOrder, searchOrders } from "../../orders/list.ts";
import { asksToCancel } from "../../orders/rules/state.ts";
import { whyNot } from "./order-bulk.ts";

/** The units of a variant to take out of the stock, and the orders that they are for. */
export type Pick = Shelf & { name: string; units: number; orders: readonly { number: number; units: number }[] };
export type PickList = { picks: readonly Pick[]; orders: number; leftOut: readonly { number: number; why: string }[] };

type OrderUnits = { number: number; progress: LineProgress };

const byShelf = (one: Pick, other: Pick): number =>
  one.category.localeCompare(other.category) || one.name.localeCompare(other.name) || one.sku.localeCompare(other.sku);

/** Sums up a variant's units over all orders; an order's gift counts with its sold units. */
function pickOf(units: readonly OrderUnits[], shelf: Shelf | undefined): Pick {
  const orders = new Map<number, number>();
  for (const { number, progress } of units) orders.set(number, (orders.get(number) ?? 0) + toShip(progress));
  return {
    name: units[0]?.progress.name ?? "",
    sku: shelf?.sku ?? "",
    category: shelf?.category ?? "",
    units: [...orders.values()].reduce((sum, each) => sum + each, 0),
    orders: [...orders].map(([number, units]) => ({ number, units })),
  };
}

/** The units to pick for those of these orders that may be packed, and why the others may not. */
export async function pickListOf(db: Db, numbers: readonly number[]): Promise<PickList> {
  const search = { ...everyOrder, numbers, oldestFirst: true };
  const selected: ListedOrder[] = await searchOrders(db, search, numbers.length);
  const packable = new Set((await searchOrders(db, { ...search, canShip: true }, numbers.length)).map(({ number }) => number));
  const isPacked = (order: ListedOrder) => packable.has(order.number) && !asksToCancel(order);
  const units: OrderUnits[] = [];
  for (const { id, number } of selected.filter(isPacked))
    for (const progress of await readLineProgress(db, id)) if (toShip(progress) > 0) units.push({ number, progress });
  const variants = Map.groupBy(units, ({ progress }) => progress.line.variant_id);
  const shelves = await shelvesOf(db, [...variants.keys()]);
  return {
    picks: [...variants].map(([id, each]) => pickOf(each, shelves.get(id))).toSorted(byShelf),
    orders: new Set(units.map(({ number }) => number)).size,
    leftOut: selected
      .filter((order) => !isPacked(order))
      .map((order) => ({ number: order.number, why: whyNot(order) ?? "This order can’t ship now: its page says why." })),
  };
}
