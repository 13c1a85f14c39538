import type { Db, Tx } from "../db/tables.ts";
import { lineStandings } from "./line-standings.ts";
import { findShipmentLines, findShipments } from "./queries/shipments.ts";

/** One that went out: what was in it, and how it is followed where the staff said so. */
export type OrderShipment = {
  n: number;
  at: number;
  carrier: string | null;
  tracking: string | null;
  lines: readonly { lineId: string; name: string; quantity: number }[];
  /** it took all units of the order */
  isWhole: boolean;
};

/** In the order they went out; none of an order that shipped before shipments were recorded. */
export async function shipmentsOf(reader: Db | Tx, orderId: string): Promise<OrderShipment[]> {
  const shipments = await findShipments(reader, orderId);
  if (shipments.length === 0) return [];
  const lines = await findShipmentLines(reader, orderId);
  const standings = await lineStandings(reader, orderId);
  const names = new Map(standings.map(({ line, name }) => [line.id, name]));
  const units = standings.reduce((sum, { kept }) => sum + kept, 0);
  return shipments.map(({ n, at, carrier, tracking }) => {
    const inside = lines.filter((line) => line.n === n);
    return {
      ...{ n, at, carrier, tracking },
      lines: inside.map(({ line_id, quantity }) => ({ lineId: line_id, name: names.get(line_id) ?? "", quantity })),
      isWhole: inside.reduce((sum, { quantity }) => sum + quantity, 0) === units,
    };
  });
}
