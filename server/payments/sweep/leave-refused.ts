import type { Db, Tx } from "../../db/tables.ts";
import { endRefusedJob, findJobs } from "../../jobs/follow.ts";
import type { MoneyRefusal } from "../../orders/rules/refused-money.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import { type AuthorizationRecord, readAuthorization } from "../authorization-record.ts";
import type { Gateway } from "../gateways/gateway.ts";
import { lockAttempt } from "../queries/attempts.ts";
import { findOrphansByKey, findOrphansIn, moveOrphan, type Orphan } from "../queries/orphans.ts";
import { refusalOfFailure } from "../refusal.ts";
import { holdsMoney } from "../rules/sweep.ts";
import { returnSubjectOf } from "./adopt-orphan.ts";
import { bookAuthorization, bookReturned } from "./book-returned.ts";

const jobOf = (ref: string) => ({ kind: "void", subject: returnSubjectOf(ref) });

/**
 * Why the last attempt to return each authorization was refused, by the gateway's reference; absent
 * if it was not.
 */
export async function refusedReturns(reader: Db | Tx, orphans: readonly Orphan[]): Promise<ReadonlyMap<string, MoneyRefusal>> {
  const returning = orphans.filter(({ state }) => state === "returning");
  const jobs = await findJobs(
    reader,
    returning.map(({ ref }) => jobOf(ref)),
  );
  const failures = new Map(jobs.map(({ subject, failure }) => [subject, failure]));
  return new Map(
    returning.flatMap(({ ref }) => {
      const refusal = refusalOfFailure(failures.get(returnSubjectOf(ref)) ?? "");
      return refusal ? [[ref, refusal] as const] : [];
    }),
  );
}

/**
 * All authorizations whose return was refused so far, by the subjects of their jobs; oldest first.
 */
export async function findRefusedReturns(db: Db): Promise<ReadonlyMap<string, { orphan: Orphan; refusal: MoneyRefusal }>> {
  const orphans = await findOrphansIn(db, ["returning"]);
  const refusals = await refusedReturns(db, orphans);
  return new Map(
    orphans.flatMap((orphan) => {
      const refusal = refusals.get(orphan.ref);
      return refusal ? [[returnSubjectOf(orphan.ref), { orphan, refusal }] as const] : [];
    }),
  );
}

/** An orphan whose return was refused, and the gateway's record of its authorization. */
export type OrphanReturn = { orphan: Orphan; authorization: AuthorizationRecord };

const onItsWay = refuse(
  "outcome_unknown",
  "This payment is being returned, and nobody has refused that so far. If it was refused before, try again in a minute.",
);
const silent = refuse(
  "unavailable",
  "The card gateway couldn’t be asked whether it has returned this payment after all, so nothing was recorded. Try again later.",
);
/** For the shop's own payment without an order, which is over only once its money is back. */
const ownPayment = refuse("order_closed", "This payment was made in this shop, so its money has to go back at the card gateway.");

/**
 * The authorizations under a key that are being returned; refuses unless all their returns were
 * refused so far. Empty if none is being returned.
 */
export async function leavableReturns(db: Db, key: string): Promise<Outcome<Orphan[]>> {
  const orphans = (await findOrphansByKey(db, key)).filter(({ state }) => state === "returning");
  const refusals = await refusedReturns(db, orphans);
  if (orphans.some(({ ref }) => !refusals.has(ref))) return onItsWay;
  return orphans.some(({ reason }) => reason === "ended") ? ownPayment : ok(orphans);
}

/**
 * Asks the gateway about refused returns under a key before they are left as they are. Empty if
 * none is being returned.
 */
export async function askOfRefused({ db, gateway }: { db: Db; gateway: Gateway }, key: string): Promise<Outcome<OrphanReturn[]>> {
  const orphans = await leavableReturns(db, key);
  if (!orphans.ok) return orphans;
  const returns: OrphanReturn[] = [];
  for (const orphan of orphans.value) {
    const authorization = await readAuthorization(gateway, orphan.ref).catch(() => undefined);
    if (!authorization) return silent;
    returns.push({ orphan, authorization });
  }
  return ok(returns);
}

export type LeftReturns = { left: Orphan[]; returned: Orphan[] };

/**
 * Leaves money that the gateway has not returned, and books money that it has; neither return is
 * tried again. Refuses if a return was tried again since, or has ended.
 */
export async function leaveRefused(tx: Tx, returns: readonly OrphanReturn[], now: number): Promise<Outcome<LeftReturns>> {
  const result: LeftReturns = { left: [], returned: [] };
  for (const { orphan, authorization } of returns) {
    const { ref, attempt_id: attemptId } = orphan;
    if (attemptId !== null) await lockAttempt(tx, attemptId);
    if (!(await endRefusedJob(tx, jobOf(ref), now))) return onItsWay;
    const isLeft = holdsMoney(authorization);
    const moved = isLeft
      ? await moveOrphan(tx, ref, { from: ["returning"], to: "accepted", now })
      : await bookReturned(tx, orphan, authorization, now);
    if (!moved) return onItsWay;
    if (isLeft) await bookAuthorization(tx, ref, authorization, now);
    result[isLeft ? "left" : "returned"].push(orphan);
  }
  return ok(result);
}
