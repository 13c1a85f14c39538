import { cancelEmailChange } from "../customers/change-email.ts";
import { forgetDevices } from "../customers/known-devices.ts";
import { countMailRequest, type MailRequest, recordOpenedLink } from "../customers/mail-requests.ts";
import { consumeOneTimeToken, findOneTimeToken, revokeSignInTokens } from "../customers/one-time-tokens.ts";
import { normaliseEmail, tidyEmail } from "../customers/rules/email.ts";
import { isSignInEmail, wrongEmail } from "../customers/rules/sign-in-email.ts";
import { customerSubject, type EventSource, recordSecurityEvent } from "../customers/security-events.ts";
import { endSessions } from "../customers/sessions.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import { enqueueAttachOrders } from "./confirm.ts";
import { deleteFactors } from "./disable.ts";
import { deletePasskeysBut } from "./factors/queries.ts";
import { isGuessable } from "./guessable.ts";
import { clearFailuresOfEmail } from "./limits.ts";
import { mailPasswordReset, mailReset } from "./mails.ts";
import type { Identity } from "./parts.ts";
import { type AccountRow, findAccount, markVerified, personOf } from "./queries.ts";
import { isGoodPassword, tooWeak } from "./rules/password.ts";
import { deleteLinks } from "./social/queries.ts";

const linkExpired = refuse("link_expired", "This link was already used or is more than an hour old. Please request a new one.");

/** The request for a link that sets a new password, with its proof of work. */
type ResetRequest = Pick<MailRequest, "email" | "address" | "deviceSecrets" | "work" | "canWork"> & { next: string | undefined };

/**
 * Enqueues a job that mails a link if there is such an account; `next` is the path that follows the
 * sign-in. The answer and its time are the same for any email, so that they reveal nothing.
 */
export async function requestReset(
  identity: Identity,
  { email: text, next, ...requester }: ResetRequest,
): Promise<Outcome<Record<string, never>>> {
  const { db, now, notifyWorker } = identity;
  const email = tidyEmail(text);
  if (!isSignInEmail(email)) return invalidFields([{ field: "email", message: wrongEmail }]);
  const mail = normaliseEmail(email);
  const tries = await countMailRequest(identity, { ...requester, kind: "reset", subject: mail, email: mail });
  if (!tries.ok) return tries;
  await transact(db, (tx) => mailReset(tx, { email: mail, next }, now()));
  notifyWorker();
  return ok({});
}

/**
 * The account whose password a link sets; undefined if the link is invalid. The link is not used.
 */
export async function findResetAccount({ db, now }: Identity, token: string): Promise<string | undefined> {
  return (await findOneTimeToken(db, "reset", token, now()))?.subject;
}

/** The ids of the passkeys that stay with a new password, and the request that sets it. */
type Renewal = { passkeys: readonly string[]; source: EventSource };

/**
 * Ends the ways into the account besides its password. Somebody who knew the old password, or who
 * had access before the address was confirmed, may have linked an account at a provider or added a
 * passkey. All links are deleted, and all passkeys that the holder does not keep. Returns how many
 * passkeys were deleted.
 */
async function endAccess(tx: Tx, customerId: string, { passkeys, source }: Renewal, now: number): Promise<number> {
  const subject = customerSubject(customerId);
  await endSessions(tx, customerId, now);
  await forgetDevices(tx, customerId);
  await revokeSignInTokens(tx, customerId, now);
  // The pending change of email may not be the holder's.
  await cancelEmailChange(tx, customerId, now);
  const [{ numDeletedRows } = { numDeletedRows: 0n }] = await deleteLinks(tx, customerId);
  if (numDeletedRows > 0n) await recordSecurityEvent(tx, subject, { kind: "social-unlinked", source }, now);
  const deletedPasskeys = await deletePasskeysBut(tx, subject, passkeys);
  for (const detail of deletedPasskeys) await recordSecurityEvent(tx, subject, { kind: "passkey-removed", source, detail }, now);
  return deletedPasskeys.length;
}

/**
 * Whether the new password is guessable. False for an invalid link, which is refused when it is
 * used.
 */
async function isGuessableFor(db: Db, { token, newPassword }: NewPassword, now: number): Promise<boolean> {
  const once = await findOneTimeToken(db, "reset", token, now);
  const account = once && (await findAccount(db, once.subject));
  return account !== undefined && (await isGuessable(newPassword, personOf(account)));
}

/** `passkeys`: ids of the passkeys that stay. */
export type NewPassword = { token: string; newPassword: string; passkeys: readonly string[] };

/**
 * Sets a new password by a mailed link, once. Other ways into the account end, and the address is
 * confirmed.
 */
export async function reset(
  identity: Identity,
  input: NewPassword,
  source: EventSource,
): Promise<Outcome<Record<string, never>>> {
  const { db, now } = identity;
  const { token, newPassword, passkeys } = input;
  if (!isGoodPassword(newPassword) || (await isGuessableFor(db, input, now())))
    return invalidFields([{ field: "newPassword", message: tooWeak.error }]);
  const used = await transactOutcome(db, async (tx) => {
    const once = await consumeOneTimeToken(tx, "reset", token, now());
    const account = once && (await findAccount(tx, once.subject));
    // A link is invalid if the account's address has changed since it was mailed.
    if (!account || account.disabled_at !== null || once.payload.email !== account.email) return linkExpired;
    await proveMailbox(tx, account, { passkeys, source }, now());
    await recordOpenedLink(tx, now());
    return ok(account.id);
  });
  return used.ok ? await setNewPassword(identity, used.value, newPassword, { passkeys, source }) : used;
}

/**
 * Confirms the address of a customer who followed a mailed link, and ends the access that other
 * people may have to the account. If the address was unconfirmed, the authenticator app may be
 * another person's, so it is removed too.
 */
export async function proveMailbox(tx: Tx, account: AccountRow, renewal: Renewal, now: number): Promise<void> {
  if (account.email_verified === 0) await deleteFactors(tx, account.id);
  await markVerified(tx, account.id);
  await enqueueAttachOrders(tx, account, now);
  await recordSecurityEvent(tx, customerSubject(account.id), { kind: "password-reset", source: renewal.source }, now);
  const removedAccess = await endAccess(tx, account.id, renewal, now);
  await clearFailuresOfEmail(tx, normaliseEmail(account.email));
  await mailPasswordReset(tx, { customerId: account.id, email: account.email, removed: removedAccess }, now);
}

/** Sets the password of an account whose link was used in an earlier transaction. */
export async function setNewPassword(
  { db, now, provider, notifyWorker }: Identity,
  customerId: string,
  newPassword: string,
  renewal: Renewal,
): Promise<Outcome<Record<string, never>>> {
  const set = await provider.setPassword(customerId, newPassword);
  if (!set.ok) return linkExpired;
  // Somebody may have signed in with the old password in the meantime.
  await transact(db, (tx) => endAccess(tx, customerId, renewal, now()));
  notifyWorker();
  return ok({});
}
