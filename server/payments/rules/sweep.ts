import { type AttemptState, isLive } from "./attempt.ts";
import { carriesId, isOwnKey } from "./keys.ts";

export type GatewayState = "authorized" | "held" | "declined" | "expired" | "captured" | "voided" | "part_refunded" | "refunded";

/** Whether the gateway holds or took money in this state. */
export const holdsMoney = ({ state }: { state: GatewayState }): boolean =>
  !["voided", "refunded", "declined", "expired"].includes(state);

/** Whether the gateway holds money in this state, or may hold it, and took none. */
export const isUncaptured = ({ state }: { state: GatewayState }): boolean => state === "authorized" || state === "held";

type SweptAuthorization = { key: string; ref: string; state: GatewayState; at: number };
type SweptAttempt = {
  key: string;
  checkout_id: string;
  n: number;
  state: AttemptState;
  auth_ref: string | null;
  updated_at: number;
};
type SweepingShop = { shopId: string; now: number; deadlineMs: number };

/**
 * The verdict on an authorization in the gateway's records (K9). `undecided`: its payment is in
 * progress, or has just ended. `ended`, `duplicate`, `lost` and `foreign` paid for no order: see
 * `orphan_authorization`.
 */
export type SweepVerdict = "agrees" | "undecided" | "ended" | "duplicate" | "lost" | "foreign";

/** `attempt` has the authorization's key. Times are in ms. */
export function judgeAuthorization(
  authorization: SweptAuthorization,
  attempt: SweptAttempt | undefined,
  { shopId, now, deadlineMs }: SweepingShop,
): SweepVerdict {
  if (!holdsMoney(authorization)) return "agrees";
  if (!attempt) return carriesId(authorization.key, shopId) ? "lost" : "foreign";
  if (!isOwnKey(attempt, shopId)) return "foreign";
  if (isLive(attempt.state)) return "undecided";
  // A declined payment has a reference if the gateway had reviewed it.
  if (attempt.auth_ref === authorization.ref && attempt.state !== "declined") return "agrees";
  if (now - Math.max(authorization.at, attempt.updated_at) < 2 * deadlineMs) return "undecided";
  return attempt.state === "declined" || attempt.state === "not_found" ? "ended" : "duplicate";
}

const hour = 3_600_000;
const day = 24 * hour;

type SweepMark = { swept_until: number; week_swept_at: number; restored_at: number | null };

/**
 * `week` says that the period covers the last seven days. Such a sweep also replaces the hourly
 * sweep if that is due too.
 */
export type SweepPeriod = { since: number; until: number; week: boolean };

/**
 * The period to sweep now: every hour the time since the last sweep, every day the last seven days.
 * Undefined if nothing is due. Each period begins at least an hour before the end of the last
 * sweep, since the gateway's clock may be off and its records late. A clock that jumped makes a
 * sweep due, and so does a restored database.
 */
export function sweepPeriod({ swept_until, week_swept_at, restored_at }: SweepMark, now: number): SweepPeriod | undefined {
  if (restored_at !== null) return weekPeriod({ swept_until }, now);
  if (Math.abs(now - swept_until) < hour) return undefined;
  const week = Math.abs(now - week_swept_at) >= day;
  return week ? weekPeriod({ swept_until }, now) : { since: Math.min(swept_until, now) - hour, until: now + hour, week };
}

/**
 * The end of a sweep that began at `start`, as the next sweep counts it. The next sweep begins an
 * hour before this end, and no later than where the gateway's list was complete.
 */
export const sweptUntil = (start: number, completeUntil: number): number => Math.min(start, completeUntil + hour);

/** Seven days, or all since the last sweep if that is longer ago. */
export const weekPeriod = ({ swept_until }: Pick<SweepMark, "swept_until">, now: number): SweepPeriod => ({
  since: Math.max(0, Math.min(swept_until - hour, now - 7 * day)),
  until: now + hour,
  week: true,
});
