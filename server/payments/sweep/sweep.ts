import type { Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { noteDispute } from "../../orders/disputes.ts";
import type { Shop } from "../../shop.ts";
import type { RecordedTransaction } from "../gateways/gateway.ts";
import { type Attempt, findAttemptsByKeys } from "../queries/attempts.ts";
import { shopId } from "../queries/identity.ts";
import { findLost, insertOrphan } from "../queries/orphans.ts";
import { claimSweep, leaveSweep, moveSweepMark, type SweepMark, sweepMark } from "../queries/sweeps.ts";
import {
  holdsMoney,
  judgeAuthorization,
  type SweepPeriod,
  type SweepVerdict,
  sweepPeriod,
  sweptUntil,
  weekPeriod,
} from "../rules/sweep.ts";
import { payTimes } from "../times.ts";
import { adoptOrphan, orphanRow } from "./adopt-orphan.ts";
import { leaveOrdered } from "./decide.ts";
import { enqueueNotice } from "./enqueue-notice.ts";
import { type BookedRefund, bookGatewayRefunds } from "./gateway-refunds.ts";

/** The parts of the shop that a sweep needs; the owner's command has no more. */
export type SweepContext = Pick<Shop, "db" | "gateway" | "now">;

/**
 * `busy`: another process sweeps. `unasked`: the gateway did not list its transactions. `found` and
 * `returning` are references of authorizations: new ones, and those that this sweep began to
 * return. `undecided`: how many payments are in progress or ended a moment ago. `suspended`:
 * nothing was moved, since the database seems to have been restored. `completeUntil`: up to
 * where the gateway's list was complete.
 */
export type SweepOutcome =
  | { status: "idle" | "busy" }
  | { status: "unasked"; code: string }
  | {
      status: "swept";
      found: string[];
      returning: string[];
      undecided: number;
      refundsBooked: BookedRefund[];
      suspended: boolean;
      waits: boolean;
      completeUntil: number;
    };

/**
 * How long one process may sweep alone, and how long no process sweeps after the gateway was
 * silent; ms.
 */
const leaseLength = 900_000;
const restMs = 300_000;

/**
 * The scheduled sweep, by one process at a time: every hour of new transactions, every day of the
 * last seven days.
 */
export const sweepWhenDue = (shop: SweepContext, deadlineMs = payTimes.deadline): Promise<SweepOutcome> =>
  sweepPeriodOf(shop, sweepPeriod, deadlineMs);

/** Sweeps seven days immediately. */
export const sweepNow = (shop: SweepContext, deadlineMs = payTimes.deadline): Promise<SweepOutcome> =>
  sweepPeriodOf(shop, weekPeriod, deadlineMs);

type ChoosePeriod = (mark: SweepMark, now: number) => SweepPeriod | undefined;

async function sweepPeriodOf(shop: SweepContext, choose: ChoosePeriod, deadlineMs: number): Promise<SweepOutcome> {
  const start = shop.now();
  const claimed = await transact(shop.db, async (tx) => {
    if (!choose(await sweepMark(tx, start), start)) return "idle";
    const lease = await claimSweep(tx, start, leaseLength);
    if (lease === undefined) return "busy";
    // Reads the mark again under the lease, since another process may have ended its sweep
    // meanwhile.
    const period = choose(await sweepMark(tx, start), start);
    if (period) return { period, id: await shopId(tx, start), lease };
    await leaveSweep(tx, lease, 0);
    return "idle";
  });
  if (typeof claimed === "string") return { status: claimed };
  let freeAt = shop.now() + restMs;
  try {
    const outcome = await compare(shop, claimed.period, claimed.id, deadlineMs);
    // An incomplete sweep leaves the mark unchanged, so that it is repeated.
    if (outcome.status === "swept" && !outcome.suspended)
      await transact(shop.db, (tx) =>
        moveSweepMark(tx, {
          swept_until: sweptUntil(start, outcome.completeUntil),
          ...(claimed.period.week && !outcome.waits && { week_swept_at: start, restored_at: null }),
        }),
      );
    if (outcome.status === "swept") freeAt = 0;
    return outcome;
  } finally {
    await leaveSweep(shop.db, claimed.lease, freeAt);
  }
}

const nothingBooked = { booked: [], waits: false };

async function compare(shop: SweepContext, period: SweepPeriod, id: string, deadlineMs: number): Promise<SweepOutcome> {
  const listing = await shop.gateway.list({ since: period.since, until: period.until, deadlineMs });
  if (listing.status !== "listed") return { status: "unasked", code: listing.code };
  const verdicts = await judgeAll(shop, listing.transactions, { shopId: id, deadlineMs });
  const orphans = verdicts.filter(({ verdict }) => verdict === "ended" || verdict === "duplicate");
  // Transactions made elsewhere, such as at a till, may be many. So only the daily sweep reports
  // them.
  const unknown = verdicts.filter(({ verdict }) => verdict === "lost" || (verdict === "foreign" && period.week));
  const paying = verdicts.filter(isOrdered);
  const ordered = new Set(paying.map(({ authorization }) => authorization.ref));
  const disputed = paying.filter(({ authorization }) => authorization.disputed);
  const { found, returning, suspended } = await transact(shop.db, async (tx) => {
    await leaveOrdered(tx, ordered, shop.now());
    for (const { attempt } of disputed) if (attempt?.refusal_code === null) await noteDispute(tx, attempt.order_id, shop.now());
    return await report(tx, { unknown, orphans }, shop.now());
  });
  const { booked: refundsBooked, waits } = suspended ? nothingBooked : await bookGatewayRefunds(shop, listing.transactions);
  const undecided = verdicts.filter(({ verdict }) => verdict === "undecided").length;
  const { completeUntil } = listing;
  return { status: "swept", found, returning, undecided, refundsBooked, suspended, waits, completeUntil };
}

type AuthorizationVerdict = { authorization: RecordedTransaction; attempt: Attempt | undefined; verdict: SweepVerdict };

const isOrdered = ({ authorization, attempt, verdict }: AuthorizationVerdict): boolean =>
  verdict === "agrees" && attempt?.auth_ref === authorization.ref;

/**
 * Judges the listed authorizations. An attempt is always written before its authorization, so
 * attempts are read after the list.
 */
async function judgeAll(
  { db, now }: SweepContext,
  transactions: readonly RecordedTransaction[],
  options: { shopId: string; deadlineMs: number },
): Promise<AuthorizationVerdict[]> {
  const authorizations = transactions.filter((each) => each.kind === "authorize" && holdsMoney(each));
  const attempts = await findAttemptsByKeys(
    db,
    authorizations.map(({ key }) => key),
  );
  const byKey = new Map(attempts.map((attempt) => [attempt.key, attempt]));
  return authorizations.map((authorization) => {
    const attempt = byKey.get(authorization.key);
    return { authorization, attempt, verdict: judgeAuthorization(authorization, attempt, { ...options, now: now() }) };
  });
}

type SweepReport = { unknown: readonly AuthorizationVerdict[]; orphans: readonly AuthorizationVerdict[] };

/**
 * Stores new authorizations, begins to return the orphans' money unless returns are suspended, and
 * enqueues one email about all of them.
 */
async function report(tx: Tx, { unknown, orphans }: SweepReport, now: number) {
  const newRefs = await store(tx, unknown, now);
  const suspended = (await findLost(tx)) !== undefined;
  if (suspended) newRefs.push(...(await store(tx, orphans, now)));
  const returning = suspended ? [] : await adoptAll(tx, orphans, now);
  if (newRefs.length + returning.length > 0) await enqueueNotice(tx, [...newRefs, ...returning], now);
  return { found: newRefs, returning, suspended };
}

async function store(tx: Tx, verdicts: readonly AuthorizationVerdict[], now: number): Promise<string[]> {
  const refs: string[] = [];
  for (const { authorization, attempt, verdict } of verdicts) {
    if (verdict === "agrees" || verdict === "undecided") continue;
    const row = orphanRow(authorization, verdict, now);
    if (await insertOrphan(tx, { ...row, attempt_id: attempt?.id ?? null, state: "reported" })) refs.push(authorization.ref);
  }
  return refs;
}

/**
 * Begins the returns, and always locks the attempts in the same order. Returns the references of
 * the returns that began now.
 */
async function adoptAll(tx: Tx, orphans: readonly AuthorizationVerdict[], now: number): Promise<string[]> {
  const returning: string[] = [];
  for (const { authorization, attempt } of orphans.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1)))
    if (attempt && (await adoptOrphan(tx, attempt.id, authorization, now))) returning.push(authorization.ref);
  return returning;
}

const idOf = ({ attempt }: AuthorizationVerdict): string => attempt?.id ?? "";
