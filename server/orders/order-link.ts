import type { Db } from "../db/tables.ts";
import type { Order } from "./find.ts";
import { createOrderToken } from "./order-token.ts";
import { orderPath, statusPath } from "./paths.ts";

/** The link of an email about an order. */
export type OrderLink = { href: string };

type Sender = { db: Db; config: { publicUrl: string }; now: () => number };

/**
 * A link that works as long as the order exists. It leads a customer to the dashboard, and a guest
 * to a page with the order's state. A guest's token is new for each mail, since only hashes are
 * stored.
 */
export async function createOrderLink({ db, config, now }: Sender, { id, customerId }: Order): Promise<OrderLink> {
  const path = customerId === null ? `${statusPath}?token=${await createOrderToken(db, id, now())}` : orderPath(id);
  return { href: config.publicUrl + path };
}
