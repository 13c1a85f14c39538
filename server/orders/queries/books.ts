import type { Db, Row } from "../../db/tables.ts";

/** Whole rows of orders, in any order. `ids` may not be empty in any query of this file. */
export const findOrderRows = (db: Db, ids: readonly string[]): Promise<Row<"orders">[]> =>
  db.selectFrom("orders").selectAll().where("id", "in", ids).execute();

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

/** A booking of a sale: an order's row of `sale_entry` with its number. */
export type Booking = Omit<Row<"sale_entry">, "order_id"> & { order_id: string; number: number };

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
    .selectAll("e")
    .select("o.number")
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
