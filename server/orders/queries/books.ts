import { sql } from "kysely";
import type { Db, Row } from "../../db/tables.ts";
import { parentNumber } from "./supplements.ts";

/** An order with the number of the order that it adds products to, or is the exchange for. */
export type OrderRow = Row<"orders"> & { parent_number: number | null };

/** Whole rows of orders, in any order. `ids` may not be empty in any query of this file. */
export const findOrderRows = (db: Db, ids: readonly string[]): Promise<OrderRow[]> =>
  db.selectFrom("orders").selectAll().select(parentNumber.as("parent_number")).where("id", "in", ids).execute();

export const findAddressesOfOrders = (db: Db, ids: readonly string[]): Promise<Row<"order_address">[]> =>
  db.selectFrom("order_address").selectAll().where("order_id", "in", ids).execute();

/** The names of payment methods without a card. */
export const findMeansOfOrders = (db: Db, ids: readonly string[]) =>
  db.selectFrom("order_means").select(["order_id", "name"]).where("order_id", "in", ids).execute();

/** The parcels of orders, the first one first. */
export const findParcelsOfOrders = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("order_shipment")
    .select(["order_id", "carrier", "tracking"])
    .where("order_id", "in", ids)
    .orderBy("order_id")
    .orderBy("n")
    .execute();

/** The units of lines that refunds returned, without refunds that are still requested. */
export const findRefundedLines = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("order_refund_line as l")
    .innerJoin("order_refund as r", (join) => join.onRef("r.order_id", "=", "l.order_id").onRef("r.n", "=", "l.n"))
    .select(["l.line_id", "l.quantity", "l.net", "l.tax"])
    .where("l.order_id", "in", ids)
    .where("r.state", "=", "refunded")
    .execute();

/**
 * A booking of a sale: an order's row of `sale_entry` with its number. `of_cancelation`: it is the
 * refund of a canceled order, requested since.
 */
export type Booking = Row<"sale_entry"> & { number: number; of_cancelation: 0 | 1 };

/** The place of a booking in the order of the file. */
export type BookingMark = Pick<Row<"sale_entry">, "at" | "order_id" | "event">;

/** Bookings of a period after a mark, the earliest first. */
export const findBookings = (
  db: Db,
  { from, to }: { from: number; to: number },
  after: BookingMark | undefined,
  limit: number,
): Promise<Booking[]> =>
  db
    .selectFrom("sale_entry as e")
    .innerJoin("orders as o", "o.id", "e.order_id")
    .leftJoin("order_refund as r", (join) =>
      join.onRef("r.order_id", "=", "e.order_id").on("e.event", "=", sql<string>`'refunded:' || r.key`),
    )
    .selectAll("e")
    .select(["o.number", sql<0 | 1>`CASE WHEN r.requested_at >= o.canceled_at THEN 1 ELSE 0 END`.as("of_cancelation")])
    .where("e.at", ">=", after?.at ?? from)
    .where("e.at", "<", to)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("e.at", "e.order_id", "e.event"), ">", tuple(after?.at ?? 0, after?.order_id ?? "", after?.event ?? "")),
      ),
    )
    .orderBy("e.at")
    .orderBy("e.order_id")
    .orderBy("e.event")
    .limit(limit)
    .execute();
