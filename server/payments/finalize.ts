import { sell } from "../catalog/stock.ts";
import { lockCheckout } from "../checkout/find.ts";
import { confirmRedemption } from "../checkout/promos.ts";
import type { Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { placeOrder } from "../orders/place.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import type { Shop } from "../shop.ts";
import { approve, endAttempt } from "./apply-verdict.ts";
import { type Attempt, lockAttempt, moveAttempt } from "./queries/attempts.ts";
import { findReservations, moveCheckout } from "./queries/reservations.ts";
import { recordTaken } from "./rate-limits.ts";

/**
 * Phase F (docs/checkout.md): turns held money into an order, in one transaction. A new approval is
 * stored in the same transaction. True if this call wrote the order, false if the attempt was
 * already decided. An authorization is voided if its checkout is gone or has another order. After
 * any other failure, this throws, and the caller tries again.
 */
export async function finalize(
  shop: Shop,
  { id, checkout_id }: Attempt,
  approval?: Parameters<typeof approve>[1],
): Promise<boolean> {
  const outcome = await transact(shop.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkout_id);
    const attempt = await lockApproved(tx, id, approval, shop.now());
    if (attempt?.state !== "authorized") return "before";
    if (!checkout || checkout.orderId) return (await voidAttempt(tx, attempt, shop.now())) ? "impossible" : "before";
    await write(tx, attempt, shop.now());
    await shop.failpoint("f.before_commit");
    return "placed";
  });
  if (outcome === "impossible") shop.log.error({ attempt: id }, "an authorized payment cannot become an order and is let go");
  if (outcome === "placed") await shop.failpoint("f.after_commit");
  shop.notifyWorker();
  return outcome === "placed";
}

/** The locked attempt. With an approval, a sent attempt becomes authorized. */
async function lockApproved(
  tx: Tx,
  id: string,
  approval: Parameters<typeof approve>[1] | undefined,
  now: number,
): Promise<Attempt | undefined> {
  const attempt = await lockAttempt(tx, id);
  if (attempt?.state !== "sent" || !approval) return attempt;
  const approved = approve(attempt.state, approval, now);
  if (!(await moveAttempt(tx, id, approved))) throw new Error("a locked attempt moved");
  return { ...attempt, ...approved.changes, state: approved.to };
}

const voidAttempt = (tx: Tx, attempt: Attempt, now: number): Promise<boolean> =>
  endAttempt(tx, attempt, { to: "voiding", refusal: "failed" }, now);

async function write(tx: Tx, attempt: Attempt, now: number): Promise<void> {
  const { id, checkout_id: checkoutId, order_id: orderId } = attempt;
  const snapshot = JSON.parse(attempt.snapshot) as OrderSnapshot;
  if (snapshot.promo) await confirmRedemption(tx, checkoutId);
  await sell(tx, await findReservations(tx, id), orderId, now);
  await placeOrder(tx, snapshot, attempt, now);
  if (!(await moveAttempt(tx, id, { from: "authorized", to: "finalized", now }))) throw new Error("a locked attempt moved");
  const agreed = { quote_id: snapshot.quoteId, order_id: orderId };
  if (attempt.kind === "card") await recordTaken(tx, snapshot, now);
  await moveCheckout(tx, checkoutId, { from: "paying", to: "completed", now, agreed });
  // The capture runs only after the commit, so that money is never captured without an order.
  if (attempt.kind === "card") await enqueue(tx, { kind: "capture", subject: orderId, payload: { orderId } }, now);
}
