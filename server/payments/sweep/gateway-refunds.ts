import { transact } from "../../db/transaction.ts";
import { bookGatewayRefund } from "../../orders/gateway-refund.ts";
import { bookedRefunds } from "../../orders/ledger.ts";
import type { Shop } from "../../shop.ts";
import type { Recorded } from "../gateways/gateway.ts";
import { type Attempt, findAttemptsByAuthRefs, findAttemptsByKeys, lockAttempt, moveAttempt } from "../queries/attempts.ts";
import { hasMovingJob } from "../queries/money-jobs.ts";
import { refundState } from "../rules/attempt.ts";

type Sweeping = Pick<Shop, "db" | "gateway" | "now">;
type Refunded = { attempt: Attempt; refundedCents: number };

/**
 * Takes refunds that the owner made at the gateway's own dashboard into the orders' ledger. Returns
 * their number.
 */
export async function bookGatewayRefunds(shop: Sweeping, transactions: readonly Recorded[], deadlineMs: number): Promise<number> {
  const refunded = [...(await listedRefunded(shop, transactions)), ...(await refundedBefore(shop, transactions, deadlineMs))];
  let booked = 0;
  for (const each of refunded) if (await bookRest(shop, each)) booked += 1;
  return booked;
}

/** Orders whose authorization is in the list, and says what was refunded. */
async function listedRefunded({ db }: Sweeping, transactions: readonly Recorded[]): Promise<Refunded[]> {
  const found = transactions.filter(({ kind, refundedCents }) => kind === "authorize" && refundedCents > 0);
  const byRef = new Map(found.map((each) => [each.ref, each]));
  const attempts = await findAttemptsByKeys(
    db,
    found.map(({ key }) => key),
  );
  return attempts.flatMap((attempt) => {
    const authorization = byRef.get(attempt.auth_ref ?? "");
    return authorization ? [{ attempt, refundedCents: authorization.refundedCents }] : [];
  });
}

/**
 * Orders whose refund is in the list, but whose authorization is older: the gateway is asked what
 * was refunded altogether. Refunds by this shop's own keys are booked by their jobs.
 */
async function refundedBefore(
  { db, gateway }: Sweeping,
  transactions: readonly Recorded[],
  deadlineMs: number,
): Promise<Refunded[]> {
  const listed = new Set(transactions.filter(({ kind }) => kind === "authorize").map(({ ref }) => ref));
  const refunds = transactions.filter(
    ({ kind, state, authRef }) => kind === "refund" && state !== "declined" && !listed.has(authRef),
  );
  const attempts = await findAttemptsByAuthRefs(
    db,
    refunds.map(({ authRef }) => authRef),
  );
  const refunded: Refunded[] = [];
  for (const attempt of attempts) {
    const others = refunds.some(({ authRef, key }) => authRef === attempt.auth_ref && !key.startsWith(`${attempt.key}:`));
    if (!others || gateway.capabilities.lookup === "none") continue;
    const wanted = gateway.capabilities.lookup === "key" ? { key: attempt.key } : { orderRef: attempt.key };
    const found = await gateway.lookup({ ...wanted, deadlineMs });
    if ("ref" in found && found.ref === attempt.auth_ref && found.ref !== null)
      refunded.push({ attempt, refundedCents: found.refundedCents });
  }
  return refunded;
}

/**
 * What was refunded beyond the booked refunds, unless a job is about to book it. The gateway's sum
 * was read before, and only grows.
 */
const bookRest = ({ db, now }: Sweeping, { attempt, refundedCents }: Refunded): Promise<boolean> =>
  transact(db, async (tx) => {
    const locked = await lockAttempt(tx, attempt.id);
    if (locked?.state !== "captured" && locked?.state !== "part_refunded") return false;
    if (await hasMovingJob(tx, locked.order_id)) return false;
    const amount = refundedCents - (await bookedRefunds(tx, locked.order_id));
    if (amount <= 0) return false;
    // The sum makes the key unique among the order's refunds, however often it is found.
    const refund = { orderId: locked.order_id, key: `${locked.order_id}-gateway-${refundedCents}`, amount };
    const booked = await bookGatewayRefund(tx, refund, now());
    if (!booked.ok || booked.value === "known") return false;
    await moveAttempt(tx, locked.id, { from: locked.state, to: "refunding", now: now() });
    await moveAttempt(tx, locked.id, { from: "refunding", to: refundState(booked.value), now: now() });
    return true;
  });
