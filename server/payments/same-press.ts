import type { Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";
import type { NextStep, PayCall } from "./pay-call.ts";
import { type Attempt, findLastAttempt } from "./queries/attempts.ts";
import { claimFormKey, claimIdempotencyKey, findAttemptByFormKey, findAttemptByIdempotencyKey } from "./queries/request-keys.ts";
import { alreadyAnswered, isLeased, isLive, outcomeOf } from "./rules/attempt.ts";

type Now = { now: number; resolved: string | undefined };

/**
 * The outcome for a press that makes no attempt of its own: that of the unresolved attempt, or of
 * the one with its key. Only these keys tell presses apart. `resolved` is an attempt that this call
 * has resolved before.
 */
export async function followEarlier(tx: Tx, call: PayCall, { now, resolved }: Now): Promise<NextStep | undefined> {
  const named = await findNamed(tx, call);
  const attempt = named?.attempt ?? (await findLastAttempt(tx, call.checkoutId));
  if (!attempt) return undefined;
  if (isLive(attempt.state)) {
    if (!isLeased(attempt, now)) return { step: "resolve", attempt };
    await claimPress(tx, call, attempt.id, now);
    return { step: "wait", attemptId: attempt.id };
  }
  if (!named) return undefined;
  const outcome = outcomeOf(attempt);
  // After the answer the form's next press has the next key.
  const repeats = !outcome.ok && named.by === "form" && attempt.id !== resolved;
  return { step: "respond", outcome: repeats ? alreadyAnswered(outcome.error) : outcome };
}

type Named = { attempt: Attempt; by: "header" | "form" };

async function findNamed(tx: Tx, { checkoutId, idempotencyKey, formKey }: PayCall): Promise<Named | undefined> {
  const byHeader = idempotencyKey && (await findAttemptByIdempotencyKey(tx, checkoutId, idempotencyKey));
  if (byHeader) return { attempt: byHeader, by: "header" };
  const byForm = formKey && (await findAttemptByFormKey(tx, checkoutId, formKey));
  return byForm ? { attempt: byForm, by: "form" } : undefined;
}

/**
 * Stores a press' keys in the transaction that decides it: with its attempt, or with none where
 * another total was shown. False when a key belongs to an earlier press.
 */
export async function claimPress(tx: Tx, call: PayCall, attemptId: string | null, now: number): Promise<boolean> {
  const { checkoutId: checkout_id, idempotencyKey, formKey } = call;
  const fresh = [true];
  if (idempotencyKey !== undefined && attemptId !== null)
    fresh.push(await claimIdempotencyKey(tx, { checkout_id, key: idempotencyKey, attempt_id: attemptId, at: now }));
  if (formKey !== undefined) fresh.push(await claimFormKey(tx, { checkout_id, key: formKey, attempt_id: attemptId, at: now }));
  return fresh.every(Boolean);
}

/** The press waits for an attempt that it could not resolve, and gets its outcome. */
export const joinAttempt = ({ db, now }: Shop, call: PayCall, { id }: Attempt): Promise<boolean> =>
  transact(db, (tx) => claimPress(tx, call, id, now()));
