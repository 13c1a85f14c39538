import { settleTaxOf } from "../checkout/settle-tax.ts";
import { failureOf, isConnectionLost } from "../db/failure.ts";
import { withReconnect } from "../db/reconnect.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { applyVerdict } from "./apply-verdict.ts";
import { type Approval, authorize } from "./authorize.ts";
import { finalize } from "./finalize.ts";
import { whileLeased } from "./lease.ts";
import type { NextStep, PayCall } from "./pay-call.ts";
import { prepare } from "./prepare.ts";
import { type Attempt, findAttempt } from "./queries/attempts.ts";
import { resolveAttempt } from "./reconcile.ts";
import { laterText, outcomeOf, type Paid, processingText } from "./rules/attempt.ts";
import { joinAttempt } from "./same-press.ts";
import { type PayTimes, payTimes, sleep } from "./times.ts";
import { waitFor } from "./wait.ts";

/**
 * From "Pay" to the order (docs/checkout.md). Any number of calls for one checkout make one order
 * and one authorisation. If the database connection is lost, the outcome is unknown here, and the
 * reconciler finds it.
 */
export async function pay(shop: Shop, call: PayCall, times: PayTimes = payTimes): Promise<Outcome<Paid>> {
  try {
    return await payOnce(shop, call, times);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return stillProcessing(shop, error);
  }
}

/** The payment's outcome is in the database or at the gateway, but cannot be read now. */
function stillProcessing(shop: Shop, error: unknown): Outcome<Paid> {
  shop.log.error({ err: error }, "the database went away during a payment, which is found again");
  return refuse("paying", processingText);
}

async function payOnce(shop: Shop, call: PayCall, times: PayTimes): Promise<Outcome<Paid>> {
  if (shop.tax) await settleTaxOf(shop.db, shop.tax, { ...call, now: shop.now() });
  const prepared = await prepare(shop, call, times);
  if (!prepared.ok) return prepared;
  if (prepared.value.step !== "resolve") return await proceed(shop, call, prepared.value, times);
  // Resolves an attempt left by an interrupted request, then makes a new one.
  const { attempt } = prepared.value;
  const leaves = attempt.state === "elsewhere";
  if (!(await resolveAttempt(shop, attempt, times, { leaves, address: call.address }))) {
    const current = leaves ? await findAttempt(shop.db, attempt.id) : undefined;
    if (leaves) return current && current.state !== "elsewhere" ? outcomeOf(current) : refuse("outcome_unknown", laterText);
    await joinAttempt(shop, call, attempt);
    return await waitFor(shop, attempt.id, times);
  }
  const retried = await prepare(shop, call, times, attempt.id);
  return retried.ok ? await proceed(shop, call, retried.value, times) : retried;
}

async function proceed(shop: Shop, call: PayCall, prepared: NextStep, times: PayTimes): Promise<Outcome<Paid>> {
  switch (prepared.step) {
    case "respond":
      return prepared.outcome;
    case "wait":
      await shop.failpoint("p.waits");
      return await waitFor(shop, prepared.attemptId, times);
    case "resolve":
      return refuse("paying", processingText);
    case "pay":
      await shop.failpoint("p.after_commit");
      return await whileLeased(
        shop,
        prepared.attempt,
        times,
        () =>
          authorizeAndFinalize(shop, prepared.attempt, call, times).catch((error: unknown) => {
            // The card may have been charged, so a slow lock or statement must not fail the
            // payment.
            if (failureOf(error) === undefined) throw error;
            return stillProcessing(shop, error);
          }),
        (outcome) => outcome.ok,
      );
  }
}

async function authorizeAndFinalize(shop: Shop, attempt: Attempt, call: PayCall, times: PayTimes): Promise<Outcome<Paid>> {
  if (attempt.kind === "card") {
    if (!call.means && shop.config.cardForm === "own") throw new Error("a card payment was prepared without a card");
    const approval = await authorize(shop, attempt, call, times);
    if (approval && (await finalizeApproved(shop, approval, call.address))) return ok({ orderId: attempt.order_id });
    // Stores the approval separately, so that it is kept even if the order cannot be written.
    if (approval) await withReconnect(times.retries, () => applyVerdict(shop, approval.attempt, approval.verdict, call.address));
  }
  const find = () => withReconnect(times.retries, () => findAttempt(shop.db, attempt.id));
  const chargedAttempt = await find();
  if (chargedAttempt?.state === "authorized") await finalizeWithRetries(shop, chargedAttempt, call.address, times);
  const finalAttempt = await find();
  return finalAttempt ? outcomeOf(finalAttempt) : refuse("failed", laterText);
}

/**
 * Stores an approval and its order together; false if another process has decided, or the order
 * could not be written.
 */
async function finalizeApproved(shop: Shop, { attempt, verdict: approval }: Approval, address: string): Promise<boolean> {
  try {
    return await finalize(shop, attempt, { approval, address });
  } catch (error) {
    shop.log.error({ err: error, attempt: attempt.id }, "an approved payment was not written as an order at once");
    return false;
  }
}

/**
 * The money is held but the order is not written. Tries a few times; the reconciler continues
 * without limit.
 */
async function finalizeWithRetries(shop: Shop, attempt: Attempt, address: string, times: PayTimes): Promise<void> {
  for (const pause of [...times.retries, undefined]) {
    try {
      await finalize(shop, attempt, { address });
      return;
    } catch (error) {
      shop.log.error({ err: error, attempt: attempt.id }, "an authorized payment was not written as an order yet");
    }
    if (pause !== undefined) await sleep(pause);
  }
}
