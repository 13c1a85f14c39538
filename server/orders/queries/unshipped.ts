import type { Db, Tx } from "../../db/tables.ts";

/** Units of a variant in placed orders, less units that were taken out or sent. */
export async function countUnshipped(reader: Db | Tx, variantId: string): Promise<number> {
  const lines = await reader
    .selectFrom("order_line as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select((eb) => [
      "l.quantity",
      eb
        .selectFrom("order_edit as e")
        .select(({ fn }) => fn.sum<number | null>("e.quantity").as("units"))
        .whereRef("e.order_id", "=", "l.order_id")
        .whereRef("e.line_id", "=", "l.id")
        .as("edited"),
      eb
        .selectFrom("order_shipment_line as s")
        .select(({ fn }) => fn.sum<number | null>("s.quantity").as("units"))
        .whereRef("s.order_id", "=", "l.order_id")
        .whereRef("s.line_id", "=", "l.id")
        .as("sent"),
    ])
    .where("l.variant_id", "=", variantId)
    .where("o.state", "=", "placed")
    .execute();
  return lines.reduce((units, { quantity, edited, sent }) => units + quantity - Number(edited ?? 0) - Number(sent ?? 0), 0);
}
