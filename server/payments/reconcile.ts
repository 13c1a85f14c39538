import { transact } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";
import { applyVerdict } from "./apply-verdict.ts";
import { lookUp } from "./authorize.ts";
import { finalize } from "./finalize.ts";
import { whileLeased } from "./lease.ts";
import { type Attempt, findAttempt } from "./queries/attempts.ts";
import { capTimes, claimLease, findDeadAttempts, setLease } from "./queries/leases.ts";
import { isLive, mayBeInFlight } from "./rules/attempt.ts";
import { type PayTimes, payTimes } from "./times.ts";

/**
 * Resolves attempts whose requests were interrupted or got no answer. Runs at start and every 15 s.
 */
export async function reconcile(shop: Shop, times: PayTimes = payTimes): Promise<void> {
  await transact(shop.db, (tx) => capTimes(tx, shop.now(), times.lease));
  const dead = await findDeadAttempts(shop.db, shop.now());
  const clearUp = (attempt: Attempt) =>
    resolveAttempt(shop, attempt, times).catch((error: unknown) =>
      shop.log.error({ err: error, attempt: attempt.id, state: attempt.state }, "a payment could not be cleared up"),
    );
  // Attempts with held money need no gateway, and do not wait for a gateway that is silent about
  // others.
  for (const attempt of dead.filter(isAuthorized)) await clearUp(attempt);
  const others = dead.filter((attempt) => !isAuthorized(attempt)).values();
  const takeTurns = async () => {
    for (const attempt of others) await clearUp(attempt);
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
}

const isAuthorized = ({ state }: Attempt): boolean => state === "authorized";
/** How long a payment under review is not asked about, in ms; a webhook ends the pause. */
const reviewPause = 600_000;
/** How many payments the gateway is asked about concurrently. */
const atOnce = 4;

/**
 * Looks up, finalizes or voids an attempt, and never charges again. True once it is decided; false
 * while its outcome is unknown, or another process works on it.
 */
export async function resolveAttempt(shop: Shop, attempt: Attempt, times: PayTimes): Promise<boolean> {
  if (!(await claimLease(shop.db, attempt, shop.now() + times.lease))) return false;
  const resolve = async () => {
    if (attempt.state !== "authorized") await lookUpVerdict(shop, attempt, times);
    const currentAttempt = await findAttempt(shop.db, attempt.id);
    if (currentAttempt?.state === "authorized") await finalize(shop, currentAttempt);
    const finalAttempt = await findAttempt(shop.db, attempt.id);
    return finalAttempt?.state ?? "gone";
  };
  const state = await whileLeased(shop, attempt, times, resolve, (reached) => reached === "gone" || !isLive(reached));
  if (state === "held") await setLease(shop.db, attempt.id, shop.now() + reviewPause);
  return state === "gone" || !isLive(state);
}

async function lookUpVerdict(shop: Shop, attempt: Attempt, times: PayTimes): Promise<void> {
  const verdict = await lookUp(shop, attempt, times.deadline);
  const undecided = verdict.is === "not_found" && mayBeInFlight(attempt, shop.now(), times.deadline);
  if (!undecided) await applyVerdict(shop, attempt, verdict);
}
