import { toAddress } from "../customers/address-columns.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import type { Db, Row } from "../db/tables.ts";
import { findEditsOfOrders } from "./queries/after-sale.ts";
import {
  type Booking,
  type BookingMark,
  findAddressesOfOrders,
  findBookings,
  findMeansOfOrders,
  findOrderRows,
  findParcelsOfOrders,
  findRefundedLines,
  type OrderRow,
} from "./queries/books.ts";
import { findReaddressesOfOrders, findReaddressLinesOfOrders } from "./queries/readdress.ts";
import type { Period } from "./queries/sale-sums.ts";
import { findMatchingOrders, type OrderSearch } from "./queries/search.ts";
import { findAllLines, findLedgersOfOrders } from "./queries.ts";
import { type LineBack, lineBack, type OrderSums, orderSums } from "./rules/books.ts";
import { type MoneyState, moneyState } from "./rules/ledger.ts";

export type { Booking, BookingMark } from "./queries/books.ts";

/** A line, with the tax rate of the state that the order goes to now. */
export type BookedLine = Row<"order_line"> & { back: LineBack };

/** An order with everything that the files for a bookkeeper say about it. */
export type BookedOrder = {
  order: OrderRow;
  shipping: Address | undefined;
  billing: Address | undefined;
  lines: readonly BookedLine[];
  sums: OrderSums;
  money: MoneyState;
  /** the name of the payment method without a card; undefined for other orders */
  means: string | undefined;
  parcels: readonly { carrier: string | null; tracking: string | null }[];
};

/** Matching orders for the books, up to `limit` (500), in the order of the list. */
export async function ordersForBooks(db: Db, search: OrderSearch, limit: number): Promise<BookedOrder[]> {
  const ids = (await findMatchingOrders(db, search, limit)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const orders = new Map((await findOrderRows(db, ids)).map((order) => [order.id, order]));
  const ofOrder = <Each extends { order_id: string }>(rows: readonly Each[]) => Map.groupBy(rows, ({ order_id }) => order_id);
  const addresses = ofOrder(await findAddressesOfOrders(db, ids));
  const lines = ofOrder(await findAllLines(db, ids));
  const cheaper = (await findReaddressLinesOfOrders(db, ids)).map((line) => ({ ...line, quantity: 0, net: 0 }));
  const removed = Map.groupBy(
    [...(await findEditsOfOrders(db, ids)), ...(await findRefundedLines(db, ids)), ...cheaper],
    ({ line_id }) => line_id,
  );
  const ppmOf = new Map(cheaper.map(({ line_id, tax_ppm }) => [line_id, tax_ppm]));
  const shippingPpmOf = new Map(
    (await findReaddressesOfOrders(db, ids)).map(({ order_id, shipping_tax_ppm }) => [order_id, shipping_tax_ppm]),
  );
  const ledgers = ofOrder(await findLedgersOfOrders(db, ids));
  const means = new Map((await findMeansOfOrders(db, ids)).map(({ order_id, name }) => [order_id, name]));
  const parcels = ofOrder(await findParcelsOfOrders(db, ids));
  return ids.flatMap((id) => {
    const sold = orders.get(id);
    if (!sold) return [];
    const order = { ...sold, shipping_tax_ppm: shippingPpmOf.get(id) ?? sold.shipping_tax_ppm };
    const addressOf = (kind: "shipping" | "billing") => {
      const row = addresses.get(id)?.find((each) => each.kind === kind);
      return row && toAddress(row);
    };
    const isCanceled = order.state === "canceled";
    const booked = (lines.get(id) ?? []).map((line) => ({
      ...line,
      tax_ppm: ppmOf.get(line.id) ?? line.tax_ppm,
      back: lineBack(line, removed.get(line.id) ?? [], isCanceled),
    }));
    return {
      order,
      shipping: addressOf("shipping"),
      billing: addressOf("billing"),
      lines: booked,
      sums: orderSums(ledgers.get(id) ?? []),
      money: moneyState(ledgers.get(id) ?? []),
      means: means.get(id),
      parcels: parcels.get(id) ?? [],
    };
  });
}

/** The bookings that the sales report of a period sums up, after a mark, the earliest first. */
export const bookingsIn = (db: Db, period: Period, after: BookingMark | undefined, limit: number): Promise<Booking[]> =>
  findBookings(db, period, after, limit);
