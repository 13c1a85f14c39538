import type { Db, Row, Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { findReaddresses } from "./queries/readdress.ts";

/** The price of an order's shipping and the tax on it, in the state that the order goes to now. */
export async function shippingSold(reader: Db | Tx, order: Row<"orders">): Promise<{ shipping: Cents; shipping_tax: Cents }> {
  const changes = await findReaddresses(reader, order.id);
  const rest = (name: "shipping" | "shipping_tax") => changes.reduce((left, row) => left - row[name], order[name]);
  return { shipping: rest("shipping"), shipping_tax: rest("shipping_tax") };
}
