import { release } from "../catalog/stock.ts";
import { lockCheckout } from "../checkout/find.ts";
import { releasePromo } from "../checkout/promos.ts";
import type { Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import type { Shop } from "../shop.ts";
import { pageHold } from "./hosted-page.ts";
import { type Attempt, findAttempt, moveAttempt } from "./queries/attempts.ts";
import { findReservations, moveCheckout } from "./queries/reservations.ts";
import { type Payer, recordDecline } from "./rate-limits.ts";
import { enqueueReviewMail } from "./review-mail.ts";
import { type AttemptRefusal, type AttemptState, isLive } from "./rules/attempt.ts";
import { adoptOrphan } from "./sweep/adopt-orphan.ts";
import { enqueueNotice } from "./sweep/enqueue-notice.ts";
import type { CardCheck, Verdict } from "./verdict.ts";

/**
 * Records the gateway's verdict on an attempt. Every transition is guarded. If the attempt was
 * already decided, nothing is written, and the money of a late approval is returned. `address` is
 * the shopper's network address, if known; a declined card is counted for it.
 */
export async function applyVerdict(shop: Shop, attempt: Attempt, verdict: Verdict, address?: string): Promise<void> {
  const { id, state: from } = attempt;
  const now = shop.now();
  if (verdict.is === "unknown") {
    if (from === "sent") await moveAttempt(shop.db, id, { from, to: "unknown", now });
    return;
  }
  if (!isLive(from)) return await returnLate(shop, attempt, verdict);
  if (verdict.is === "elsewhere") {
    await moveAttempt(shop.db, id, {
      from,
      to: "elsewhere",
      now,
      changes: { page: JSON.stringify(verdict.page), hold_until: now + pageHold },
    });
    return;
  }
  if (verdict.is === "held") return await hold(shop, attempt, verdict);
  // The gateway had the payment for review, so that it cannot be without it.
  if (verdict.is === "not_found" && from === "held") return;
  if (verdict.is === "approved") {
    if (await moveAttempt(shop.db, id, approve(from, verdict, now))) return;
    return await returnLateApproval(shop, attempt, verdict.ref, verdict.findings);
  }
  const end = from === "elsewhere" && verdict.is === "not_found" ? leftPage : endOf(verdict);
  const hasEnded = await transact(shop.db, async (tx) => {
    if (!(await endAttempt(tx, attempt, end, shop.now()))) return false;
    if (from === "held") await enqueueReviewMail(tx, id, "refused", shop.now());
    if (end.counts) await recordDecline(tx, payerOf(attempt, address), shop.now());
    return true;
  });
  if (hasEnded) shop.notifyWorker();
  else if (verdict.is === "partial") await returnLateApproval(shop, attempt, verdict.ref, verdict.findings);
}

/** Records that the gateway reviews a payment, and tells the shopper once. */
async function hold(
  shop: Shop,
  { id, state: from }: Attempt,
  { ref, findings }: { ref: string; findings: CardCheck },
): Promise<void> {
  if (from === "held") return;
  const now = shop.now();
  const changes = { auth_ref: ref, held_at: now, ...findings };
  await transact(shop.db, async (tx) => {
    if (await moveAttempt(tx, id, { from, to: "held", now, changes })) await enqueueReviewMail(tx, id, "held", now);
  });
  shop.notifyWorker();
}

/** The transition of an attempt whose whole amount the gateway holds. */
export const approve = (from: AttemptState, { ref, findings }: { ref: string; findings: CardCheck }, now: number) => ({
  from,
  to: "authorized" as const,
  now,
  changes: { auth_ref: ref, ...findings },
});

export function payerOf({ checkout_id: checkoutId, snapshot }: Attempt, address: string | undefined): Payer {
  const { customerId } = JSON.parse(snapshot) as OrderSnapshot;
  return { checkoutId, address, customerId };
}

type End = { to: AttemptState; refusal: AttemptRefusal; ref?: string; findings?: CardCheck; counts?: boolean };

/** The end of a page that nobody paid on: like a declined card, since it held stock for nothing. */
const leftPage: End = { to: "not_found", refusal: "unpaid", counts: true };

/**
 * How an attempt ends without an order. A partial or altered approval does not pay for the order:
 * it is voided, and the shopper sees a declined card.
 */
function endOf(verdict: Exclude<Verdict, { is: "unknown" | "approved" | "held" | "elsewhere" }>): End {
  if (verdict.is === "not_found") return { to: "not_found", refusal: "failed" };
  const { findings } = verdict;
  if (verdict.is === "partial") return { to: "voiding", refusal: "declined", ref: verdict.ref, findings, counts: true };
  if (verdict.is === "refused") return { to: "declined", refusal: "failed", findings };
  return { to: "declined", refusal: "declined", findings, counts: true };
}

/**
 * Ends the attempt without an order: releases stock and promo, and opens the checkout again. False
 * if the attempt was already decided.
 */
export async function endAttempt(tx: Tx, attempt: Attempt, { to, refusal, ref, findings }: End, now: number): Promise<boolean> {
  const checkout = await lockCheckout(tx, attempt.checkout_id);
  const changes = { refusal_code: refusal, ...(ref && { auth_ref: ref }), ...findings };
  if (!(await moveAttempt(tx, attempt.id, { from: attempt.state, to, now, changes }))) return false;
  await releasePromo(tx, attempt.checkout_id);
  await release(tx, await findReservations(tx, attempt.id));
  if (checkout?.state === "paying") await moveCheckout(tx, attempt.checkout_id, { from: "paying", to: "open", now });
  if (to === "voiding")
    await enqueue(tx, { kind: "void", subject: attempt.order_id, payload: { orderId: attempt.order_id } }, now);
  return true;
}

/** Handles a verdict that comes after its attempt was decided: an approval is given back. */
async function returnLate(shop: Shop, attempt: Attempt, verdict: Verdict): Promise<void> {
  if (verdict.is === "approved" || verdict.is === "partial")
    await returnLateApproval(shop, attempt, verdict.ref, verdict.findings);
}

/** Returns the money of an approval that came after the attempt was decided without it (K9). */
async function returnLateApproval(shop: Shop, { id, key, amount }: Attempt, ref: string, findings: CardCheck): Promise<void> {
  const now = shop.now();
  const state = await transact(shop.db, async (tx) => {
    const attempt = await findAttempt(tx, id);
    if (!attempt || isLive(attempt.state) || (attempt.auth_ref === ref && attempt.state !== "declined")) return undefined;
    const orphan = { ref, key, amountCents: amount, at: now, findings };
    if (await adoptOrphan(tx, id, orphan, now)) await enqueueNotice(tx, [ref], now);
    return attempt.state;
  });
  if (state) shop.log.error({ attempt: id, state }, "the gateway approved a payment that had been decided otherwise");
  shop.notifyWorker();
}
