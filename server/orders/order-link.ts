import type { Db } from "../db/tables.ts";
import type { Order } from "./find.ts";
import { createOrderToken } from "./order-token.ts";
import { orderPath, statusPath } from "./paths.ts";

/** The link of an email about an order. */
export type OrderLink = { href: string };

type Sender = { db: Db; config: { publicUrl: string }; now: () => number };

/**
 * Works for as long as the order lives: a customer's leads to the dashboard, a guest's to a page
 * that shows its state (issued anew for each mail, since only hashes are stored).
 */
export async function createOrderLink({ db, config, now }: Sender, { id, customerId }: Order): Promise<OrderLink> {
  const path = customerId === null ? `${statusPath}?token=${await createOrderToken(db, id, now())}` : orderPath(id);
  return { href: config.publicUrl + path };
}
