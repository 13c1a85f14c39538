import { consumeOneTimeToken, createOneTimeToken, findOneTimeToken } from "../../customers/one-time-tokens.ts";
import {
  countEventsSince,
  customerSubject,
  type EventSource,
  recordSecurityEvent,
  shopSource,
} from "../../customers/security-events.ts";
import { undoTimes } from "../../customers/undo.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact, transactOutcome } from "../../db/transaction.ts";
import { newId } from "../../ids.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import { mailTotpRemoval } from "../mails.ts";
import type { Identity, Requester } from "../parts.ts";
import { lockAccount } from "../queries.ts";
import { passwordWay } from "../signed.ts";
import { deleteTotp, deleteTotpRemoval, findPendingSignIn, findTotpRemoval, putTotpRemoval } from "./queries.ts";
import { signInOver } from "./second-step.ts";
import { tellOfChange } from "./tell.ts";
import { hasTotp } from "./totp.ts";

/** How long the holder of an app has to stop its removal; ms. */
export const removalDelay = 24 * 3_600_000;

const byPassword = refuse("forbidden", "Sign in with your password to ask for that.");
const tooSoon = refuse(
  "forbidden",
  "The email address of this account changed less than 7 days ago. Until then, sign in with a recovery code or a passkey.",
);
const linkExpired = refuse("link_expired", "This link was already used, or the app’s removal is over or was stopped before.");

type Parts = Pick<Identity, "db" | "now" | "notifyWorker">;

/**
 * The offer to remove a lost app, at the second step of a sign-in. Undefined if the sign-in did not
 * begin with a password.
 */
export async function findRemovalOffer(
  { db, now }: Pick<Parts, "db" | "now">,
  visitor: string | undefined,
): Promise<{ due: number | undefined } | undefined> {
  const pending = visitor === undefined ? undefined : await findPendingSignIn(db, visitor, now());
  if (pending?.way !== passwordWay) return undefined;
  const requestedAt = await findTotpRemoval(db, pending.subject_id);
  return { due: requestedAt === undefined ? undefined : requestedAt + removalDelay };
}

/**
 * Whether the address was changed lately. A thief who has changed it would get the emails that
 * could stop the removal.
 */
async function hasNewAddress(tx: Tx, customerId: string, now: number): Promise<boolean> {
  const subject = customerSubject(customerId);
  const since = now - undoTimes["undo-email"];
  for (const kind of ["email-changed", "email-change-undone"] as const)
    if ((await countEventsSince(tx, subject, kind, since)) > 0) return true;
  return false;
}

/**
 * Requests the removal of a customer's app after a day. The sign-in must have begun with the
 * password and wait for its second step. While a removal waits, another request changes nothing. An
 * email says how to stop the removal.
 */
export async function requestRemoval(
  { db, now, notifyWorker }: Parts,
  { visitor, source }: Requester,
): Promise<Outcome<Record<string, never>>> {
  const outcome = await transactOutcome<Outcome<Record<string, never>>>(db, async (tx) => {
    const at = now();
    const pending = await findPendingSignIn(tx, visitor.id, at);
    const account = pending && (await lockAccount(tx, pending.subject_id));
    if (!account || account.disabled_at !== null || pending.at < account.signed_out_at) return signInOver;
    if (pending.way !== passwordWay) return byPassword;
    const customerId = account.id;
    if (!(await hasTotp(tx, customerSubject(customerId)))) return signInOver;
    if ((await findTotpRemoval(tx, customerId)) !== undefined) return ok({});
    if (await hasNewAddress(tx, customerId, at)) return tooSoon;
    await putTotpRemoval(tx, customerId, at);
    await recordSecurityEvent(tx, customerSubject(customerId), { kind: "totp-removal-requested", source }, at);
    await mailTotpRemoval(tx, { customerId, email: account.email }, source, at);
    const payload = { customerId, requestedAt: at };
    await enqueue(tx, { kind: "remove-totp", subject: newId(), payload, runAt: at + removalDelay }, at);
    return ok({});
  });
  notifyWorker();
  return outcome;
}

/**
 * Removes the app a day after the request, unless the removal was stopped, and tells the holder.
 */
export const removeDue = (
  db: Db,
  { customerId, requestedAt }: { customerId: string; requestedAt: number },
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    await lockAccount(tx, customerId);
    const isDue = (await findTotpRemoval(tx, customerId)) === requestedAt;
    // This also deletes a removal that was stopped by ending all sessions.
    await deleteTotpRemoval(tx, customerId, requestedAt);
    if (!isDue || !(await deleteTotp(tx, customerSubject(customerId)))) return;
    await tellOfChange(tx, { customerId, source: shopSource() }, { kind: "totp-removed" }, now);
  });

/**
 * Stops a waiting removal, since the holder has used the app, a recovery code, a passkey or the
 * mailed link.
 */
export async function stopRemoval(tx: Tx, customerId: string, source: EventSource, now: number): Promise<boolean> {
  if (!(await deleteTotpRemoval(tx, customerId))) return false;
  await recordSecurityEvent(tx, customerSubject(customerId), { kind: "totp-removal-stopped", source }, now);
  return true;
}

/** The token of a link that stops a removal until it is due; undefined if no removal waits. */
export async function createKeepToken(
  { db, now }: Pick<Parts, "db" | "now">,
  { customerId, requestedAt }: { customerId: string; requestedAt: number },
): Promise<string | undefined> {
  if ((await findTotpRemoval(db, customerId)) !== requestedAt) return undefined;
  const lifetime = requestedAt + removalDelay - now();
  return await createOneTimeToken(db, { kind: "keep-totp", subject: customerId, lifetime }, now());
}

/**
 * Whether a link stops a waiting removal; the link is not used, since mail programs open links too.
 */
export async function isKeepLink({ db, now }: Pick<Parts, "db" | "now">, token: string): Promise<boolean> {
  const once = await findOneTimeToken(db, "keep-totp", token, now());
  return once !== undefined && (await findTotpRemoval(db, once.subject)) !== undefined;
}

/** Stops a removal by a mailed link. */
export const keepApp = ({ db, now }: Pick<Parts, "db" | "now">, token: string, source: EventSource): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const once = await consumeOneTimeToken(tx, "keep-totp", token, now());
    return once && (await stopRemoval(tx, once.subject, source, now())) ? ok({}) : linkExpired;
  });
