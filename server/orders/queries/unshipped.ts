import type { Db, Tx } from "../../db/tables.ts";

/** Of orders that are placed and not shipped, less what was edited out of them. */
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
    ])
    .where("l.variant_id", "=", variantId)
    .where("o.state", "=", "placed")
    .execute();
  return lines.reduce((units, { quantity, edited }) => units + quantity - Number(edited ?? 0), 0);
}
