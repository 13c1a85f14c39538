import { type Outcome, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { findAttempt } from "./queries/attempts.ts";
import { isLeased, isLive, laterText, outcomeOf, type Paid, processingText } from "./rules/attempt.ts";
import { type PayTimes, sleep } from "./times.ts";

/**
 * Waits for another request's attempt and returns its outcome. Never starts an attempt, and holds
 * no connection while waiting.
 */
export async function waitFor(shop: Shop, attemptId: string, times: PayTimes): Promise<Outcome<Paid>> {
  for (const until = performance.now() + times.timeoutMs; performance.now() < until; ) {
    await sleep(times.lookEvery);
    const attempt = await findAttempt(shop.db, attemptId);
    if (!attempt) break;
    if (!isLive(attempt.state) || attempt.state === "held" || attempt.state === "elsewhere") return outcomeOf(attempt);
    // The other request has ended without knowing the outcome.
    if (!isLeased(attempt, shop.now())) return refuse("outcome_unknown", laterText);
  }
  return refuse("paying", processingText);
}
