import type { Cents } from "../../money.ts";
import type { RecordedTransaction } from "../gateways/gateway.ts";
import type { AuditedAttempt, RefundedCents } from "../queries/audit.ts";
import type { Orphan } from "../queries/orphans.ts";
import type { AttemptState } from "../rules/attempt.ts";
import { isLive } from "../rules/attempt.ts";
import { carriesId } from "../rules/keys.ts";
import { holdsMoney } from "../rules/sweep.ts";

/**
 * A difference between the gateway's and the shop's records; `orderId` is the attempt's order id.
 */
export type Difference = { key: string; gateway: string; shop: string; orderId?: string };

/** The gateway's allowed states of an authorisation, by the attempt's state. */
const counterparts: Partial<Record<AttemptState, readonly RecordedTransaction["state"][]>> = {
  finalized: ["authorized"],
  captured: ["captured"],
  voiding: ["authorized", "voided"],
  voided: ["voided", "refunded"],
  refunding: ["captured", "part_refunded"],
  part_refunded: ["part_refunded"],
  // A gateway may void what is not settled, even after the capture.
  refunded: ["refunded", "voided"],
};

/**
 * The states that the authorisation may already have at the gateway while the shop's job that
 * records them still waits.
 */
const ahead: typeof counterparts = {
  finalized: ["captured"],
  voiding: ["captured", "part_refunded", "refunded"],
  refunding: ["refunded"],
};

/** `moves`: whether a job is about to move the order's money. */
export type BookedMoney = RefundedCents & { moves: boolean };

/** States of an attempt whose authorization the gateway must have. */
export const authorizedStates = Object.keys(counterparts) as AttemptState[];

/**
 * I6 for an authorization at the gateway: money that it holds or took belongs to an order, or is on
 * its way back. `attempt` is the attempt with this key. Leaves out undecided attempts, and
 * authorizations that this shop did not make.
 */
export function differenceAt(
  transaction: RecordedTransaction,
  attempt: AuditedAttempt | undefined,
  { shopId, orphan, money }: { shopId: string | undefined; orphan: Pick<Orphan, "state"> | undefined; money: BookedMoney },
): Difference | undefined {
  const isLeft = orphan?.state === "accepted" || orphan?.state === "returning";
  if (!attempt) {
    const isOurs = shopId !== undefined && carriesId(transaction.key, shopId);
    return isOurs && !isLeft && holdsMoney(transaction)
      ? { key: transaction.key, gateway: describe(transaction), shop: "unknown" }
      : undefined;
  }
  if (attempt.kind !== "card" || isLive(attempt.state)) return undefined;
  // A declined payment has a reference here if the gateway had reviewed it.
  if (attempt.auth_ref !== transaction.ref || attempt.state === "declined")
    return !isLeft && holdsMoney(transaction) ? differs(attempt, transaction) : undefined;
  const agrees = agree(attempt, transaction, money) && (money.moves || sameMoney(attempt, transaction, money.atGateway));
  return agrees ? undefined : differs(attempt, transaction);
}

/** I6 for an attempt whose authorization the gateway does not have. */
export const differenceWithout = (attempt: AuditedAttempt): Difference => differs(attempt, undefined);

const differs = (attempt: AuditedAttempt, transaction: RecordedTransaction | undefined): Difference => ({
  key: attempt.key,
  gateway: describe(transaction),
  shop: `${attempt.state} ${attempt.amount}`,
  orderId: attempt.order_id,
});

function agree(attempt: AuditedAttempt, transaction: RecordedTransaction, money: BookedMoney): boolean {
  const state = stateThere(attempt, money);
  const expectedStates = [...(counterparts[state] ?? []), ...((money.moves && ahead[state]) || [])];
  return (
    expectedStates.includes(transaction.state) && (attempt.refusal_code !== null || transaction.amountCents === attempt.amount)
  );
}

/**
 * The attempt's expected state at the gateway, which does not know of money paid back by other
 * means.
 */
function stateThere({ state, capture_amount, amount }: AuditedAttempt, { refunded, atGateway }: BookedMoney): AttemptState {
  if (refunded === atGateway || (state !== "part_refunded" && state !== "refunded")) return state;
  if (atGateway === 0) return "captured";
  return atGateway < (capture_amount ?? amount) ? "part_refunded" : "refunded";
}

/** Whether the captured and the refunded cents are the same at the gateway and in the shop. */
function sameMoney(
  { state, refusal_code, capture_amount, amount }: AuditedAttempt,
  transaction: RecordedTransaction,
  refunded: Cents,
): boolean {
  if (transaction.state === "voided" || refusal_code !== null || !["captured", "part_refunded", "refunded"].includes(state))
    return true;
  return transaction.capturedCents === (capture_amount ?? amount) && transaction.refundedCents === refunded;
}

const describe = (transaction: RecordedTransaction | undefined) =>
  transaction ? `${transaction.state} ${transaction.amountCents}` : "nothing";
