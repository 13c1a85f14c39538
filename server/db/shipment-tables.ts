import type { Generated } from "kysely";

/**
 * A shipped part of an order, or the whole order; `carrier` and `tracking` are null if the staff
 * gave none.
 */
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
/** A column of `orders`: how many shipments there are; the next one gets the next number. */
export type ShipmentCount = { shipment_count: Generated<number> };
