import { withReconnect } from "../db/reconnect.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import type { Shop } from "../shop.ts";
import { applyVerdict } from "./apply-verdict.ts";
import type { PaymentMeans } from "./gateways/gateway.ts";
import { hostedMeans } from "./hosted-page.ts";
import { type Attempt, findAttempt, moveAttempt } from "./queries/attempts.ts";
import { type PayTimes, sleep } from "./times.ts";
import { type Verdict, verdictOfRecord, verdictOfResult } from "./verdict.ts";

/** An approval that is not stored yet, with its attempt in the state `sent`. */
export type Approval = { attempt: Attempt; verdict: Extract<Verdict, { is: "approved" }> };

/**
 * Phase G (docs/checkout.md): the one call that may move money, outside any transaction. Writes the
 * result to the attempt, except an approval. An approval is returned, since it is written together
 * with the order. Without `means`, it asks for a page of the gateway on which the shopper pays.
 */
export async function authorize(
  shop: Shop,
  attempt: Attempt,
  { means = hostedMeans(shop, attempt), address }: { means: PaymentMeans | undefined; address: string },
  times: PayTimes,
): Promise<Approval | undefined> {
  const sentAt = shop.now();
  const sending = { from: "created", to: "sent", now: sentAt, changes: { sent_at: sentAt } } as const;
  // The reconciler has taken the attempt over and decided it.
  if (!(await moveAttempt(shop.db, attempt.id, sending))) return;
  const { billingAddress, shippingAddress, email } = JSON.parse(attempt.snapshot) as OrderSnapshot;
  const answer = await shop.gateway.authorize({
    key: attempt.key,
    amountCents: attempt.amount,
    currency: "USD",
    means,
    billing: billingAddress,
    shipping: shippingAddress,
    email,
    phone: billingAddress.phone || null,
    ip: address,
    deadlineMs: times.deadline,
  });
  await shop.failpoint("g.after_charge");
  if (answer.status === "elsewhere") await shop.failpoint("e.before_store");
  const sentAttempt = { ...attempt, state: "sent", sent_at: sentAt } as const;
  const verdict = verdictOfResult(answer, attempt.amount);
  if (verdict.is === "approved") return { attempt: sentAttempt, verdict };
  // Transitions are guarded, so a second run changes nothing.
  await withReconnect(times.retries, () => applyVerdict(shop, sentAttempt, verdict, address));
  if (answer.status === "unknown") await lookUpWithRetries(shop, attempt.id, address, times);
  return undefined;
}

/** Without an answer, reads the result from the gateway's records as soon as they are available. */
async function lookUpWithRetries(shop: Shop, attemptId: string, address: string, times: PayTimes): Promise<void> {
  const until = performance.now() + times.lookupsWithin;
  for (const pause of times.lookups) {
    await sleep(pause);
    const attempt = await findAttempt(shop.db, attemptId);
    const msLeft = Math.floor(until - performance.now());
    if (attempt?.state !== "unknown" || msLeft <= 0) return;
    const verdict = await lookUp(shop, attempt, Math.min(times.lookupDeadline, msLeft));
    // "Not found" proves nothing while the request may still be in flight: the reconciler decides
    // later.
    if (verdict.is !== "unknown" && verdict.is !== "not_found") return await applyVerdict(shop, attempt, verdict, address);
  }
}

/**
 * Looks up an attempt within `deadlineMs`; only reads. A payment under review has the gateway's
 * reference, by which it is found at once.
 */
export async function lookUp({ gateway }: Shop, attempt: Attempt, deadlineMs: number): Promise<Verdict> {
  const { key, amount, state, auth_ref: ref } = attempt;
  const wanted = state === "held" && ref !== null ? { ref } : { key };
  return verdictOfRecord(await gateway.lookup({ ...wanted, deadlineMs }), amount);
}
