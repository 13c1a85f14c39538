import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

/** The number of the order's next shipment; undefined unless the order is placed. */
export async function nextShipment(tx: Tx, orderId: string): Promise<number | undefined> {
  const row = await tx
    .updateTable("orders")
    .set((eb) => ({ shipment_count: eb("shipment_count", "+", 1) }))
    .where("id", "=", orderId)
    .where("state", "=", "placed")
    .returning("shipment_count")
    .executeTakeFirst();
  return row?.shipment_count;
}

/** Inserts a shipment; `lines` may not be empty. */
export async function insertShipment(
  tx: Tx,
  shipment: NewRow<"order_shipment">,
  lines: readonly { line_id: string; quantity: number }[],
): Promise<void> {
  const { order_id, n } = shipment;
  await tx.insertInto("order_shipment").values(shipment).execute();
  await tx
    .insertInto("order_shipment_line")
    .values(lines.map((line) => ({ order_id, n, ...line })))
    .execute();
}

/** Stores the carrier and tracking number of a shipment. */
export const updateTracking = (
  tx: Tx,
  { orderId, n }: { orderId: string; n: number },
  columns: Pick<Row<"order_shipment">, "carrier" | "tracking">,
) => tx.updateTable("order_shipment").set(columns).where("order_id", "=", orderId).where("n", "=", n).execute();

/** An order's shipments, in the order in which they were sent. */
export const findShipments = (reader: Db | Tx, orderId: string): Promise<Row<"order_shipment">[]> =>
  reader.selectFrom("order_shipment").selectAll().where("order_id", "=", orderId).orderBy("n").execute();

export const findShipmentLines = (reader: Db | Tx, orderId: string): Promise<Row<"order_shipment_line">[]> =>
  reader.selectFrom("order_shipment_line").selectAll().where("order_id", "=", orderId).orderBy("n").execute();
