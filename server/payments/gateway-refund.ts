import type { Db } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { bookGatewayRefund } from "../orders/gateway-refund.ts";
import { type Outcome, ok } from "../outcome.ts";
import type { RecordedTransaction } from "./gateways/gateway.ts";
import { type Attempt, lockAttempt, moveAttempt } from "./queries/attempts.ts";
import { refundState } from "./rules/attempt.ts";
import { refundPrefix } from "./rules/keys.ts";

/** Whether this shop made the call: its keys begin with the payment's key. */
const isOwnCall = (attempt: Pick<Attempt, "key">, { key }: Pick<RecordedTransaction, "key">): boolean =>
  key === attempt.key || key.startsWith(`${attempt.key}:`);

/** The refund's key in this shop; undefined for a refund made elsewhere. */
function ownRefundKey({ key }: Pick<Attempt, "key">, refund: Pick<RecordedTransaction, "key">): string | undefined {
  const prefix = refundPrefix(key);
  return refund.key.startsWith(prefix) ? refund.key.slice(prefix.length) : undefined;
}

/**
 * Books a refund that the shop does not know: one made at the gateway's dashboard, or this shop's
 * own refund lost by a restore. Books each key once. True if the refund was booked now, false if
 * there was nothing to do. Refuses until the capture is recorded; the next sweep tries again.
 */
export const takeOverRefund = (
  db: Db,
  attempt: Pick<Attempt, "id" | "key" | "order_id">,
  refund: Pick<RecordedTransaction, "key" | "ref" | "amountCents">,
  now: number,
): Promise<Outcome<boolean>> =>
  transactOutcome(db, async (tx) => {
    const ownKey = ownRefundKey(attempt, refund);
    if (ownKey === undefined && isOwnCall(attempt, refund)) return ok(false);
    const { key, ref, amountCents: amount } = refund;
    const booked = await bookGatewayRefund(tx, { orderId: attempt.order_id, key, ownKey, ref, amount }, now);
    if (!booked.ok) return booked;
    if (booked.value === "known") return ok(false);
    const state = (await lockAttempt(tx, attempt.id))?.state;
    // If a refund is in progress, it sets the payment's state when it ends.
    if (state === "captured" || state === "part_refunded") {
      await moveAttempt(tx, attempt.id, { from: state, to: "refunding", now });
      await moveAttempt(tx, attempt.id, { from: "refunding", to: refundState(booked.value), now });
    }
    return ok(true);
  });
