import type { Tx } from "../../db/tables.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { Cents } from "../../money.ts";
import { type Attempt, lockAttempt, moveAttempt } from "../queries/attempts.ts";
import { insertOrphan, moveOrphan, type Orphan } from "../queries/orphans.ts";
import { enqueueReviewMail } from "../review-mail.ts";
import type { CardCheck } from "../verdict.ts";

type Card = { brand?: string | null; last4?: string | null };

/**
 * An authorization of a known attempt that paid for no order. `at` is the gateway's time, in ms.
 */
export type OrphanOfAttempt = Card & { ref: string; key: string; amountCents: Cents; at: number; findings?: CardCheck };

/**
 * Begins to return an authorization whose attempt was decided otherwise (K9). The attempt becomes
 * `voiding`, or stays as it is if another authorization paid for it. False if the return was begun
 * before.
 */
export async function adoptOrphan(tx: Tx, attemptId: string, authorization: OrphanOfAttempt, now: number): Promise<boolean> {
  const attempt = await lockAttempt(tx, attemptId);
  // A declined payment has a reference if the gateway had reviewed it.
  if (!attempt || (attempt.auth_ref === authorization.ref && attempt.state !== "declined")) return false;
  const reason = attempt.state === "declined" || attempt.state === "not_found" ? "ended" : "duplicate";
  const orphan = { ...orphanRow(authorization, reason, now), attempt_id: attempt.id };
  const isReturning =
    (await insertOrphan(tx, { ...orphan, state: "returning" })) ||
    (await moveOrphan(tx, authorization.ref, { from: ["reported"], to: "returning", now }));
  if (!isReturning) return false;
  if (attempt.hold_until !== null && reason === "ended") await enqueueReviewMail(tx, attempt.id, "late", now);
  const _voids = await startVoiding(tx, attempt, authorization, now);
  await enqueueReturn(tx, authorization.ref, now);
  return true;
}

/** The row of a newly found authorization. */
export const orphanRow = (
  { ref, key, amountCents, at, findings, brand = null, last4 = null }: OrphanOfAttempt,
  reason: Orphan["reason"],
  now: number,
) => ({
  ref,
  key,
  reason,
  attempt_id: null,
  amount: amountCents,
  authorized_at: at,
  found_at: now,
  updated_at: now,
  brand: brand ?? findings?.brand ?? null,
  last4: last4 ?? findings?.last4 ?? null,
});

/** Moves an attempt without an order to `voiding`. False for any other attempt. */
export async function startVoiding(
  tx: Tx,
  { id, state }: Attempt,
  { ref, findings }: Pick<OrphanOfAttempt, "ref" | "findings">,
  now: number,
): Promise<boolean> {
  if (state !== "declined" && state !== "not_found") return false;
  return await moveAttempt(tx, id, { from: state, to: "voiding", now, changes: { auth_ref: ref, ...findings } });
}

/** Enqueues the job that returns the money under this reference. */
export const enqueueReturn = (tx: Tx, ref: string, now: number): Promise<void> =>
  enqueue(tx, { kind: "void", subject: returnSubjectOf(ref), payload: { orphan: ref } }, now);

/** The subject of the returning `void` job; `ref` is the gateway's reference. */
export const returnSubjectOf = (ref: string): string => `orphan:${ref}`;
