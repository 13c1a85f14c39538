import { cancelEmailChange } from "../customers/change-email.ts";
import { forgetDevices } from "../customers/known-devices.ts";
import { countMailRequest, type MailRequest } from "../customers/mail-requests.ts";
import { consumeOneTimeToken, findOneTimeToken, revokeOneTimeTokens } from "../customers/one-time-tokens.ts";
import { normaliseEmail, tidyEmail } from "../customers/rules/email.ts";
import { isSignInEmail, wrongEmail } from "../customers/rules/sign-in-email.ts";
import { customerSubject, type EventSource, recordSecurityEvent } from "../customers/security-events.ts";
import { endSessions } from "../customers/sessions.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import { enqueueAttachOrders } from "./confirm.ts";
import { isGuessable } from "./guessable.ts";
import { clearFailuresOfEmail } from "./limits.ts";
import { mailPasswordChanged, mailReset } from "./mails.ts";
import type { Identity } from "./parts.ts";
import { type AccountRow, findAccount, markVerified, personOf } from "./queries.ts";
import { isGoodPassword, tooWeak } from "./rules/password.ts";
import { deleteLinks } from "./social/queries.ts";

const lapsed = refuse("link_expired", "This link was already used or is more than an hour old. Please request a new one.");

/** Who requests a link, and with what work. */
type ResetRequest = Pick<MailRequest, "email" | "address" | "deviceSecrets" | "work" | "canWork"> & { next: string | undefined };

/**
 * Enqueues a job that mails a link if there is such an account; `next` is where its sign-in leads. The answer and its time are the
 * same for any email, so that they reveal nothing.
 */
export async function requestReset(
  identity: Identity,
  { email: typed, next, ...requester }: ResetRequest,
): Promise<Outcome<Record<string, never>>> {
  const { db, now, notifyWorker } = identity;
  const email = tidyEmail(typed);
  if (!isSignInEmail(email)) return invalidFields([{ field: "email", message: wrongEmail }]);
  const mail = normaliseEmail(email);
  const counted = await countMailRequest(identity, { ...requester, kind: "reset", subject: mail, email: mail });
  if (!counted.ok) return counted;
  await transact(db, (tx) => mailReset(tx, { email: mail, next }, now()));
  notifyWorker();
  return ok({});
}

/** Who a reset link is for, without using it. */
export const isResetLink = async ({ db, now }: Identity, token: string): Promise<boolean> =>
  (await findOneTimeToken(db, "reset", token, now())) !== undefined;

/**
 * Whoever knew the old password, or came before the email was verified, may have linked an account
 * of their own: links are removed as well.
 */
async function endSessionsAndLinks(tx: Tx, customerId: string, source: EventSource, now: number): Promise<void> {
  await endSessions(tx, customerId, now);
  await forgetDevices(tx, customerId);
  const [{ numDeletedRows } = { numDeletedRows: 0n }] = await deleteLinks(tx, customerId);
  if (numDeletedRows > 0n) await recordSecurityEvent(tx, customerSubject(customerId), { kind: "social-unlinked", source }, now);
}

/** A link that is no longer good has nobody, and is refused when it is used. */
async function isGuessableFor(db: Db, { token, newPassword }: NewPassword, now: number): Promise<boolean> {
  const once = await findOneTimeToken(db, "reset", token, now);
  const account = once && (await findAccount(db, once.subject));
  return account !== undefined && (await isGuessable(newPassword, personOf(account)));
}

type NewPassword = { token: string; newPassword: string };

/** Sets a new password by a mailed link, once; all sessions end, and the address is verified. */
export async function reset(
  identity: Identity,
  { token, newPassword }: NewPassword,
  source: EventSource,
): Promise<Outcome<Record<string, never>>> {
  const { db, now } = identity;
  if (!isGoodPassword(newPassword) || (await isGuessableFor(db, { token, newPassword }, now())))
    return invalidFields([{ field: "newPassword", message: tooWeak.error }]);
  const used = await transactOutcome(db, async (tx) => {
    const once = await consumeOneTimeToken(tx, "reset", token, now());
    const account = once && (await findAccount(tx, once.subject));
    // A link that was mailed to an address which has changed since is invalid.
    if (!account || account.disabled_at !== null || once.payload.email !== account.email) return lapsed;
    await proveMailbox(tx, account, source, now());
    return ok(account.id);
  });
  return used.ok ? await setNewPassword(identity, used.value, newPassword, source) : used;
}

/**
 * Who followed a mailed link holds the mailbox: the address is verified, and what others may have
 * begun or know is over.
 */
export async function proveMailbox(tx: Tx, account: AccountRow, source: EventSource, now: number): Promise<void> {
  await revokeOneTimeTokens(tx, "reset", account.id, now);
  await markVerified(tx, account.id);
  await enqueueAttachOrders(tx, account, now);
  await recordSecurityEvent(tx, customerSubject(account.id), { kind: "password-reset", source }, now);
  await endSessionsAndLinks(tx, account.id, source, now);
  // The pending change of email may not be the holder's.
  await cancelEmailChange(tx, account.id, now);
  await clearFailuresOfEmail(tx, normaliseEmail(account.email));
  await mailPasswordChanged(tx, { customerId: account.id, email: account.email }, now);
}

/** Sets the password of an account whose link was used in a transaction of its own. */
export async function setNewPassword(
  { db, now, provider, notifyWorker }: Identity,
  customerId: string,
  newPassword: string,
  source: EventSource,
): Promise<Outcome<Record<string, never>>> {
  const set = await provider.setPassword(customerId, newPassword);
  if (!set.ok) return lapsed;
  // Somebody may have signed in with the old password in the meantime.
  await transact(db, (tx) => endSessionsAndLinks(tx, customerId, source, now()));
  notifyWorker();
  return ok({});
}
