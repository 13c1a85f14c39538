import { recordTries } from "../../customers/rate-limits.ts";
import { customerSubject, type EventSource, recordSecurityEvent, type Subject } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact, transactOutcome } from "../../db/transaction.ts";
import { removeTries } from "../../db/tries.ts";
import { invalidFields, type Outcome, ok, refuse } from "../../outcome.ts";
import { retention } from "../../retention.ts";
import { mailSecurityChange } from "../mails.ts";
import type { Identity, Requester } from "../parts.ts";
import { findAccount } from "../queries.ts";
import { signToken } from "../signed.ts";
import { countGuess, deletePending, findPendingSignIn, type PendingRow, putPending, subjectColumns } from "./queries.ts";
import { checkRecoveryCode, checkTotp, hasTotp } from "./totp.ts";

/** The most guesses of one sign-in, and of all sign-ins of an account in a quarter of an hour. */
const guesses = { ofSignIn: 5, ofAccount: 10, within: 15 * 60_000 };

export const secondStepWanted = refuse("second_factor", "Enter the code from your authenticator app to sign in.");
export const signInOver = refuse("sign_in_expired", "This sign-in has expired. Please sign in again.");
const wrong = invalidFields([{ field: "code", message: "That code isn’t right, or was used before." }]);

type Begun = { subject: Subject; visitor: string; way: string; favourites: readonly string[]; at: number };

/** Keeps a sign-in whose first step is done, for this browser alone. */
export const keepPendingSignIn = (tx: Tx, { subject, visitor, way, favourites, at }: Begun, now: number): Promise<void> =>
  putPending(tx, {
    visitor,
    ...subjectColumns(subject),
    way,
    favourites: JSON.stringify(favourites),
    at,
    expires_at: now + retention.pendingSignIn,
  });

/**
 * Keeps a sign-in at a provider by which a signed-in customer proves their identity again. The
 * proof needs the second step too, so it waits for this step.
 */
export const beginSecondStep = (
  { db, now }: Identity,
  { customerId, visitor, way }: { customerId: string; visitor: string; way: string },
): Promise<void> =>
  transact(db, (tx) =>
    keepPendingSignIn(tx, { subject: customerSubject(customerId), visitor, way, favourites: [], at: now() }, now()),
  );

/** Whether this browser has a sign-in that waits for its second step. */
export const isPending = async (db: Db, visitor: string | undefined, now: number): Promise<boolean> =>
  visitor !== undefined && (await findPendingSignIn(db, visitor, now)) !== undefined;

/**
 * Finishes a sign-in by a code of the app or a recovery code; each code works once. Returns the
 * token that `verify` exchanges, and the guest's favourites from the first step.
 */
export async function finishSecondStep(
  identity: Identity,
  asker: Requester,
  code: string,
): Promise<Outcome<{ token: string; favourites: string[] }>> {
  const { db, now, secret } = identity;
  const visitor = asker.visitor.id;
  const pending = await findPendingSignIn(db, visitor, now());
  if (!pending) return signInOver;
  const limit = { kind: "second-step", subject: pending.subject_id, most: guesses.ofAccount };
  const tries = await recordTries(db, [limit], guesses.within, now());
  if (!tries.ok) return tries;
  if (!(await transact(db, (tx) => countGuess(tx, visitor, guesses.ofSignIn)))) return signInOver;
  const outcome = await transact(db, (tx) => checkCode(tx, identity, { asker, pending, code }));
  if (!outcome.ok) return outcome;
  await removeTries(db, tries.value);
  const token = signToken(secret, { customerId: pending.subject_id, visitor, way: pending.way, twoSteps: true }, now());
  return ok({ token, favourites: JSON.parse(pending.favourites) as string[] });
}

type Guess = { asker: Requester; pending: PendingRow; code: string };

async function checkCode(tx: Tx, { now, secret }: Identity, { asker, pending, code }: Guess): Promise<Outcome<undefined>> {
  const subject = customerSubject(pending.subject_id);
  const account = await findAccount(tx, subject.id);
  // All sessions were ended after the first step, such as by a new password.
  if (!account || pending.at < account.signed_out_at) return signInOver;
  const used = await spendCode(tx, { now, secret }, { account, source: asker.source, code });
  if (!used.ok) return used;
  return (await deletePending(tx, pending.visitor)) ? ok(undefined) : signInOver;
}

type UsedCode = { account: { id: string; email: string }; source: EventSource; code: string };

/**
 * Uses a code of the account's app, or a recovery code; the account's holder is told if a recovery
 * code is used.
 */
async function spendCode(
  tx: Tx,
  { now, secret }: Pick<Identity, "now" | "secret">,
  { account, source, code }: UsedCode,
): Promise<Outcome<undefined>> {
  const subject = customerSubject(account.id);
  if (await checkTotp(tx, { subject, secrets: secret, code }, now())) return ok(undefined);
  if (!(await checkRecoveryCode(tx, subject, code, now()))) return wrong;
  const event = { kind: "recovery-code-used", source } as const;
  await recordSecurityEvent(tx, subject, event, now());
  await mailSecurityChange(tx, { customerId: account.id, email: account.email }, event, now());
  return ok(undefined);
}

/**
 * Checks the second step when a signed-in customer proves their identity again. An account without
 * an authenticator app has no second step.
 */
export const proveSecondStep = (identity: Identity, used: UsedCode): Promise<Outcome<undefined>> =>
  transactOutcome(identity.db, async (tx) =>
    (await hasTotp(tx, customerSubject(used.account.id))) ? await spendCode(tx, identity, used) : ok(undefined),
  );
