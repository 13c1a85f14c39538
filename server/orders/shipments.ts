import type { Db, Tx } from "../db/tables.ts";
import { readLineProgress } from "./line-progress.ts";
import { findShipmentLines, findShipments } from "./queries/shipments.ts";

/** A shipment, with its contents, and its tracking if the staff named it. */
export type OrderShipment = {
  n: number;
  at: number;
  carrier: string | null;
  tracking: string | null;
  lines: readonly { lineId: string; name: string; quantity: number }[];
  /** whether it took all units of the order */
  isWhole: boolean;
};

/** An order's shipments, oldest first; empty if it shipped before shipments were recorded. */
export async function shipmentsOf(reader: Db | Tx, orderId: string): Promise<OrderShipment[]> {
  const shipments = await findShipments(reader, orderId);
  if (shipments.length === 0) return [];
  const lines = await findShipmentLines(reader, orderId);
  const lineProgress = await readLineProgress(reader, orderId);
  const units = lineProgress.reduce((sum, { kept }) => sum + kept, 0);
  return shipments.map(({ n, at, carrier, tracking }) => {
    const inside = lines.filter((line) => line.n === n);
    return {
      n,
      at,
      carrier,
      tracking,
      // Sorted like the order's lines.
      lines: lineProgress.flatMap(({ line, name }) =>
        inside.filter(({ line_id }) => line_id === line.id).map(({ quantity }) => ({ lineId: line.id, name, quantity })),
      ),
      isWhole: inside.reduce((sum, { quantity }) => sum + quantity, 0) === units,
    };
  });
}
