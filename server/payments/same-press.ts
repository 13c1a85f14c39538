import type { Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import { type Refusal, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import type { NextStep, PayCall } from "./pay-call.ts";
import type { Attempt } from "./queries/attempts.ts";
import {
  claimFingerprint,
  claimFormKey,
  claimIdempotencyKey,
  findAttemptByFormKey,
  findAttemptByIdempotencyKey,
  setFingerprintQuote,
} from "./queries/request-keys.ts";
import { alreadyAnswered, isLeased, isLive, outcomeOf, pageOf } from "./rules/attempt.ts";

const keyConflict = refuse(
  "key_conflict",
  "This Idempotency-Key was already sent for another checkout or quote. Send a new key with each press of Pay.",
);

/**
 * Refuses a key that first came with another checkout or quote. These are stored in the transaction
 * that decides the press. A refusal rolls back and leaves the key free.
 */
export async function keyMisuse(tx: Tx, call: PayCall, now: number): Promise<Refusal | undefined> {
  const { idempotencyKey: key, checkoutId: checkout_id, quote = "" } = call;
  if (key === undefined || (await claimFingerprint(tx, { key, checkout_id, quote, at: now }))) return undefined;
  return keyConflict;
}

/**
 * Claims a press whose total has changed since `agreed`. A key that came without a quote keeps the
 * old quote. Otherwise a client that lost the answer and sent the key again would agree to the new
 * total.
 */
export async function claimRefusedPress(tx: Tx, call: PayCall, agreed: string | undefined, now: number): Promise<void> {
  await claimPress(tx, call, null, now);
  const { idempotencyKey: key, quote } = call;
  if (key !== undefined && quote === undefined) await setFingerprintQuote(tx, key, agreed ?? "none");
}

type Now = { now: number; resolved: string | undefined; last: Attempt | undefined };

/**
 * The next step of a press that makes no new attempt. The press follows the attempt that has its
 * `Idempotency-Key` or form key, or else the checkout's last attempt while that is undecided.
 * Presses are told apart only by these two keys. `last` is the checkout's last attempt. `resolved`
 * is the attempt that this call has resolved before.
 */
export async function followEarlier(tx: Tx, call: PayCall, { now, resolved, last }: Now): Promise<NextStep | undefined> {
  const match = await findNamed(tx, call);
  const attempt = match?.attempt ?? last;
  if (!attempt) return undefined;
  if (attempt.state === "elsewhere" && !agreesWithPage(call, attempt, now)) return { step: "resolve", attempt };
  if (attempt.state === "elsewhere") {
    await claimPress(tx, call, attempt.id, now);
    return { step: "respond", outcome: outcomeOf(attempt) };
  }
  if (isLive(attempt.state)) {
    if (!isLeased(attempt, now)) return { step: "resolve", attempt };
    await claimPress(tx, call, attempt.id, now);
    return { step: "wait", attemptId: attempt.id };
  }
  if (!match) return undefined;
  const outcome = outcomeOf(attempt);
  // A form's repeated press is refused, and the answer contains the key for the next press.
  const repeats = !outcome.ok && match.by === "form" && attempt.id !== resolved;
  return { step: "respond", outcome: repeats ? alreadyAnswered(outcome.error) : outcome };
}

/** Whether a press on Pay asks for the page that is open: by card, for the same quote. */
function agreesWithPage({ meansId, quote }: PayCall, attempt: Attempt, now: number): boolean {
  const { quoteId } = JSON.parse(attempt.snapshot) as OrderSnapshot;
  return (
    meansId === undefined &&
    (quote === undefined || quote === quoteId) &&
    now < Math.min(pageOf(attempt)?.until ?? 0, attempt.hold_until ?? 0)
  );
}

type AttemptMatch = { attempt: Attempt; by: "header" | "form" };

async function findNamed(tx: Tx, { checkoutId, idempotencyKey, formKey }: PayCall): Promise<AttemptMatch | undefined> {
  const byHeader = idempotencyKey && (await findAttemptByIdempotencyKey(tx, checkoutId, idempotencyKey));
  if (byHeader) return { attempt: byHeader, by: "header" };
  const byForm = formKey && (await findAttemptByFormKey(tx, checkoutId, formKey));
  return byForm ? { attempt: byForm, by: "form" } : undefined;
}

/**
 * Stores a press's keys in the transaction that decides the press, with its attempt, or without an
 * attempt if the total has changed. False if a key belongs to an earlier press.
 */
export async function claimPress(tx: Tx, call: PayCall, attemptId: string | null, now: number): Promise<boolean> {
  const { checkoutId: checkout_id, idempotencyKey, formKey } = call;
  const fresh = [true];
  if (idempotencyKey !== undefined && attemptId !== null)
    fresh.push(await claimIdempotencyKey(tx, { checkout_id, key: idempotencyKey, attempt_id: attemptId, at: now }));
  if (formKey !== undefined) fresh.push(await claimFormKey(tx, { checkout_id, key: formKey, attempt_id: attemptId, at: now }));
  return fresh.every(Boolean);
}

/** Joins the press to an attempt that it could not resolve, to get its outcome. */
export const joinAttempt = ({ db, now }: Shop, call: PayCall, { id }: Attempt): Promise<boolean> =>
  transact(db, (tx) => claimPress(tx, call, id, now()));
