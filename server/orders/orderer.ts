import type { Db } from "../db/tables.ts";
import type { Visitor } from "../web/visitor.ts";
import { findOrder } from "./find.ts";
import { isPayer } from "./rules/access.ts";

export type Orderer = { email: string; firstName: string; lastName: string };

/** Finds an order's orderer; undefined unless this browser is known to have paid for it. */
export async function findOrderer(db: Db, visitor: Visitor, orderId: string, now: number): Promise<Orderer | undefined> {
  const order = await findOrder(db, orderId);
  if (!order || !isPayer(order, visitor, now)) return undefined;
  const { firstName, lastName } = order.billingAddress;
  return { email: order.email, firstName, lastName };
}
