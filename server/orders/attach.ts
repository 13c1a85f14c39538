import { adoptTags } from "../customers/tags.ts";
import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import type { Visitor } from "../web/visitor.ts";
import { findOrder, type Order } from "./find.ts";
import { attachOrdersToCustomer } from "./queries.ts";

/** Gives a customer the guest's orders and tags that the customer's newly verified email has. */
export const attachOrders = (db: Db, customerId: string): Promise<void> =>
  transact(db, async (tx) => {
    await attachOrdersToCustomer(tx, customerId);
    await adoptTags(tx, customerId);
  });

/** Finds an order for its page. Attaches a guest's order if the job has not done so yet. */
export async function findAttachedOrder(db: Db, id: string, { customerId }: Visitor): Promise<Order | undefined> {
  const order = await findOrder(db, id);
  if (!order || order.customerId !== null || customerId === undefined) return order;
  await attachOrders(db, customerId);
  return await findOrder(db, id);
}
