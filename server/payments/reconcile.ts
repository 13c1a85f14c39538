import { findHeldId } from "../checkout/find.ts";
import { transact } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";
import type { Visitor } from "../web/visitor.ts";
import { applyVerdict } from "./apply-verdict.ts";
import { lookUp } from "./authorize.ts";
import { finalize } from "./finalize.ts";
import { pageHold } from "./hosted-page.ts";
import { whileLeased } from "./lease.ts";
import { decidePage, type Leaving } from "./leave-page.ts";
import { type Attempt, findAttempt, findLiveAttempt } from "./queries/attempts.ts";
import { capTimes, claimLease, findDeadAttempts, setLease } from "./queries/leases.ts";
import { isLive, mayBeInFlight } from "./rules/attempt.ts";
import { type PayTimes, payTimes } from "./times.ts";

/**
 * Resolves attempts whose requests were interrupted or got no answer. Runs at start and every 15 s.
 */
export async function reconcile(shop: Shop, times: PayTimes = payTimes): Promise<void> {
  await transact(shop.db, (tx) => capTimes(tx, shop.now(), { lease: times.lease, hold: pageHold }));
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
/**
 * How long the gateway is not asked again about a payment that it reviews, or that is made on its
 * page, in ms; a webhook ends the pause.
 */
const pauses = { held: 600_000, elsewhere: 60_000 };
/** How many payments the gateway is asked about concurrently. */
const atOnce = 4;

/**
 * Looks up, finalizes or voids an attempt, and never charges again. True once it is decided; false
 * while its outcome is unknown, or another process works on it. With `leaves`, an unpaid page of
 * the gateway is given up before its time.
 */
export async function resolveAttempt(shop: Shop, attempt: Attempt, times: PayTimes, by: Leaving = {}): Promise<boolean> {
  if (!(await claimLease(shop.db, attempt, shop.now() + times.lease))) return false;
  const resolve = async () => {
    if (attempt.state !== "authorized") await lookUpVerdict(shop, attempt, times, by);
    const currentAttempt = await findAttempt(shop.db, attempt.id);
    if (currentAttempt?.state === "authorized") await finalize(shop, currentAttempt);
    const finalAttempt = await findAttempt(shop.db, attempt.id);
    return finalAttempt?.state ?? "gone";
  };
  const state = await whileLeased(shop, attempt, times, resolve, (reached) => reached === "gone" || !isLive(reached));
  if (state === "held" || state === "elsewhere") await setLease(shop.db, attempt.id, shop.now() + pauses[state]);
  return state === "gone" || !isLive(state);
}

/**
 * Gives up the page of the gateway on which a checkout is being paid, unless it was paid after all.
 * False if there is none, or its payment is still undecided.
 */
export async function leavePage(shop: Shop, visitor: Visitor, id: string, address?: string): Promise<boolean> {
  const checkoutId = await findHeldId(shop.db, visitor, id);
  const attempt = checkoutId === undefined ? undefined : await findLiveAttempt(shop.db, checkoutId);
  if (attempt?.state !== "elsewhere") return false;
  const leaving = { leaves: true, ...(address !== undefined && { address }) };
  return await resolveAttempt(shop, attempt, payTimes, leaving);
}

async function lookUpVerdict(shop: Shop, attempt: Attempt, times: PayTimes, by: Leaving): Promise<void> {
  const verdict = await lookUp(shop, attempt, times.deadline);
  if (attempt.state === "elsewhere") return await decidePage(shop, attempt, verdict, { ...by, deadlineMs: times.deadline });
  const undecided = verdict.is === "not_found" && mayBeInFlight(attempt, shop.now(), times.deadline);
  if (!undecided) await applyVerdict(shop, attempt, verdict);
}
