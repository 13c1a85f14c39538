import type { Db, Row, Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { findReaddresses } from "./queries/readdress.ts";

/** The price of an order's shipping and the tax on it, in the state that the order goes to now. */
export async function shippingSold(reader: Db | Tx, order: Row<"orders">): Promise<{ shipping: Cents; shipping_tax: Cents }> {
  const change = (await findReaddresses(reader, order.id)).at(-1);
  return change ? { shipping: change.shipping_there, shipping_tax: change.shipping_tax_there } : order;
}
