import type { Generated } from "kysely";

/** A part of an order that was sent, or all of it; `carrier` and `tracking` are null where the staff did not say. */
type OrderShipmentTable = {
  order_id: string;
  n: number;
  carrier: string | null;
  /** emptied by an erasure */
  tracking: string | null;
  actor: string;
  at: number;
};
type OrderShipmentLineTable = { order_id: string; n: number; line_id: string; quantity: number };

export type ShipmentTables = { order_shipment: OrderShipmentTable; order_shipment_line: OrderShipmentLineTable };
/** Of `orders`: how many there are, which numbers the next one. */
export type ShipmentCount = { shipment_count: Generated<number> };
