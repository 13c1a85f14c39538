import type { Shop } from "../shop.ts";
import { type Attempt, findAttemptOfOrder } from "./queries/attempts.ts";

export type AuthorizedAttempt = Attempt & { auth_ref: string };

/** The payment of an order. Throws if the order has no authorized payment. */
export async function authorizedAttemptOf({ db }: Shop, orderId: string): Promise<AuthorizedAttempt> {
  const attempt = await findAttemptOfOrder(db, orderId);
  if (!attempt?.auth_ref) throw new Error("there is no authorized payment for this order");
  return { ...attempt, auth_ref: attempt.auth_ref };
}
