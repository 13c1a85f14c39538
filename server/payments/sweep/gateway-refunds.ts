import type { Shop } from "../../shop.ts";
import { takeOverRefund } from "../gateway-refund.ts";
import type { Recorded } from "../gateways/gateway.ts";
import { findAttemptsByAuthRefs } from "../queries/attempts.ts";

/**
 * Takes refunds that the owner made at the gateway's own dashboard into the orders' ledger. Returns
 * their number. One that does not fit the ledger yet is found again by the next daily sweep.
 */
export async function bookGatewayRefunds(
  { db, now }: Pick<Shop, "db" | "now">,
  transactions: readonly Recorded[],
): Promise<number> {
  const refunds = Map.groupBy(
    transactions.filter(({ kind, state }) => kind === "refund" && state !== "declined"),
    ({ authRef }) => authRef,
  );
  let booked = 0;
  for (const attempt of await findAttemptsByAuthRefs(db, [...refunds.keys()])) {
    // Without an order the sweep itself returns the money.
    if (attempt.refusal !== null) continue;
    for (const refund of refunds.get(attempt.auth_ref ?? "") ?? []) {
      const outcome = await takeOverRefund(db, attempt, refund, now());
      if (outcome.ok && outcome.value) booked += 1;
    }
  }
  return booked;
}
