import type { Db, Tx } from "../db/tables.ts";
import { isDuplicate, transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { consumeOneTimeToken, findOneTimeToken, revokeOneTimeTokens } from "./one-time-tokens.ts";
import { type SavedField, validateField } from "./profile.ts";
import { findEmails, lockEmails, setEmail, setPendingEmail } from "./queries.ts";
import { mailLimit } from "./rate-limits.ts";
import { normaliseEmail } from "./rules/email.ts";
import { customerSubject, type EventSource, recordSecurityEvent } from "./security-events.ts";
import { endSessions } from "./sessions.ts";
import { isReserved, keepFormerEmail } from "./undo.ts";

const ownAddress = invalidFields([{ field: "email", message: "This is already your address." }]);
const linkExpired = refuse("link_expired", "This link was already used or has expired.");
const emailTaken = refuse("email_taken", "Another account uses this address, so nothing was changed.");

const enqueueMail = (tx: Tx, kind: string, payload: Record<string, unknown>, now: number): Promise<void> =>
  enqueue(tx, { kind, subject: newId(), payload }, now);

type NewEmailRequest = {
  customerId: string;
  /** the browser that requests the change */
  visitor: string | undefined;
  source: EventSource;
};

/**
 * Stores the new address as pending and ends all sessions. One email sends the link to the new
 * address. Another email informs the old address. Until the link is followed, the customer signs in
 * with the old address. Only the job that sends the link checks whether another account has the new
 * address. So neither the answer nor its time reveals this.
 */
export async function requestEmailChange(
  db: Db,
  { customerId, visitor, source }: NewEmailRequest,
  text: string,
  now: number,
): Promise<Outcome<SavedField>> {
  const validated = validateField("email", text, now);
  if (!validated.ok) return validated;
  const email = validated.value.value;
  if ((await findEmails(db, customerId))?.email_norm === normaliseEmail(email)) return ownAddress;
  const tooMany = await mailLimit(db, "change-email", customerId, now);
  if (tooMany) return tooMany;
  return await transactOutcome(db, async (tx) => {
    const account = await lockEmails(tx, customerId);
    if (!account) return notFound;
    await cancelEmailChange(tx, customerId, now);
    await setPendingEmail(tx, customerId, email);
    await enqueueMail(tx, "change-email-mail", { customerId, email, visitor }, now);
    await enqueueMail(tx, "change-email-told", { customerId, email: account.email, next: email }, now);
    await endSessions(tx, customerId, now);
    await recordSecurityEvent(tx, customerSubject(customerId), { kind: "email-change-requested", source }, now);
    return validated;
  });
}

/** Cancels a pending change of email, because of a newer request or a new password. */
export async function cancelEmailChange(tx: Tx, customerId: string, now: number): Promise<void> {
  await setPendingEmail(tx, customerId, null);
  await revokeOneTimeTokens(tx, "change-email", customerId, now);
}

/**
 * Makes the pending address the customer's email after its mailed link was followed, and ends the
 * customer's sessions. Returns the new email, and in `ended` the customer's id. Undefined if there
 * is no such valid token, for example if the token is of another kind.
 */
export async function confirmNewEmail(
  tx: Tx,
  token: string,
  source: EventSource,
  now: number,
): Promise<Outcome<{ email: string; ended: string }> | undefined> {
  if (!(await findOneTimeToken(tx, "change-email", token, now))) return undefined;
  const once = await consumeOneTimeToken(tx, "change-email", token, now);
  const account = once && (await lockEmails(tx, once.subject));
  const email = account?.pending_email;
  // The customer may have requested another address after this email was sent.
  if (!account || !email || account.disabled_at !== null || email !== once.payload.email) return linkExpired;
  if (await isReserved(tx, normaliseEmail(email), account.id, now)) return emailTaken;
  await keepFormerEmail(tx, account, now);
  await setEmail(tx, account.id, { email, email_norm: normaliseEmail(email) });
  await endSessions(tx, account.id, now);
  await recordSecurityEvent(tx, customerSubject(account.id), { kind: "email-changed", source }, now);
  // Reset links in the old mailbox become invalid.
  await revokeOneTimeTokens(tx, "reset", account.id, now);
  await enqueueMail(tx, "attach-orders", { customerId: account.id }, now);
  await enqueueMail(tx, "email-changed-mail", { customerId: account.id, email: account.email, next: email }, now);
  return ok({ email, ended: account.id });
}

/**
 * Turns a duplicate error of the database into a refusal: another account took the address
 * meanwhile. Throws other errors.
 */
export const takenMeanwhile = (error: unknown): Outcome<never> => {
  if (!isDuplicate(error)) throw error;
  return emailTaken;
};
