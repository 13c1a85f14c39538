import { type Outcome, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { type Attempt, findAttempt } from "./queries/attempts.ts";
import { isLeased, isLive, laterText, outcomeOf, type Paid, processingText, toldAt } from "./rules/attempt.ts";
import { type PayTimes, sleep } from "./times.ts";

/** Waits for somebody else's attempt and answers with its outcome, whatever it is; never starts one. Holds no connection meanwhile. */
export async function waitFor(shop: Shop, attemptId: string, times: PayTimes): Promise<Outcome<Paid>> {
  for (let waited = 0; waited < times.timeoutMs; waited += times.lookEvery) {
    await sleep(times.lookEvery);
    const attempt = await findAttempt(shop.db, attemptId);
    if (!attempt) break;
    if (!isLive(attempt.state)) return await outcomeInTime(shop, attempt, times);
    // Its request has answered that it does not know: so do we.
    if (!isLeased(attempt, shop.now())) return refuse(laterText);
  }
  return refuse(processingText);
}

/** The outcome of an attempt; a refusal is told to nobody before its time, so that an answer to it can be told from an echo. */
export async function outcomeInTime({ now }: Shop, attempt: Attempt, { echo }: PayTimes): Promise<Outcome<Paid>> {
  const outcome = outcomeOf(attempt);
  const early = toldAt(attempt, echo) - now();
  // One more ms, since timers may fire a little too soon.
  if (!outcome.ok && early > 0) await sleep(Math.min(early, echo) + 1);
  return outcome;
}
