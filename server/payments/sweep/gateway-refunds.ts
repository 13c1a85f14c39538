import type { Cents } from "../../money.ts";
import type { Shop } from "../../shop.ts";
import { takeOverRefund } from "../gateway-refund.ts";
import type { RecordedTransaction } from "../gateways/gateway.ts";
import { findAttemptsByAuthRefs } from "../queries/attempts.ts";

/** A refund made at the gateway: its order, its amount in cents, and its key there. */
export type BookedRefund = { orderId: string; amount: Cents; key: string };

/**
 * Books refunds that the owner made at the gateway's dashboard in the orders' ledger. Returns the
 * refunds booked now, and whether a refund waits for its order's charge to be booked. The next
 * sweep finds such a refund again.
 */
export async function bookGatewayRefunds(
  { db, now }: Pick<Shop, "db" | "now">,
  transactions: readonly RecordedTransaction[],
): Promise<{ booked: BookedRefund[]; waits: boolean }> {
  const refunds = Map.groupBy(
    transactions.filter(({ kind, state }) => kind === "refund" && state !== "declined"),
    ({ authRef }) => authRef,
  );
  const booked: BookedRefund[] = [];
  let waits = false;
  for (const attempt of await findAttemptsByAuthRefs(db, [...refunds.keys()])) {
    // For a payment without an order, the sweep returns the money.
    if (attempt.refusal_code !== null) continue;
    for (const refund of refunds.get(attempt.auth_ref ?? "") ?? []) {
      const outcome = await takeOverRefund(db, attempt, refund, now());
      if (!outcome.ok && attempt.state === "finalized") waits = true;
      if (outcome.ok && outcome.value) booked.push({ orderId: attempt.order_id, amount: refund.amountCents, key: refund.key });
    }
  }
  return { booked, waits };
}
