import type { Db, Tx } from "../db/tables.ts";
import { isDuplicate, transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { enqueue } from "../outbox/enqueue.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { consumeOneTimeToken, findOneTimeToken, revokeOneTimeTokens } from "./one-time-tokens.ts";
import { judge, type SavedField } from "./profile.ts";
import { findEmails, lockEmails, setEmail, setPendingEmail } from "./queries.ts";
import { mailLimit } from "./rate-limits.ts";
import { normaliseEmail } from "./rules/email.ts";
import { endSessions } from "./sessions.ts";

const own = invalidFields([{ field: "email", message: "This is your address already." }]);
const lapsed = refuse("link_expired", "this link has been used, or is too old");
const taken = refuse("email_taken", "another account has this address; nothing was changed");

const enqueueMail = (tx: Tx, kind: string, payload: Record<string, unknown>, now: number): Promise<void> =>
  enqueue(tx, { kind, subject: newId(), payload }, now);

type NewEmailRequest = {
  customerId: string;
  /** the browser that asks */
  visitor: string | undefined;
};

/**
 * Notes the new address and ends all sessions (decisions §5). A letter brings the link to the new
 * address, another tells the old one, with which the customer signs in until the link is followed.
 * Whether somebody else has the address is asked by the letter's job alone: no answer, nor its
 * time, tells.
 */
export async function requestEmailChange(
  db: Db,
  { customerId, visitor }: NewEmailRequest,
  typed: string,
  now: number,
): Promise<Outcome<SavedField>> {
  const judged = judge("email", typed, now);
  if (!judged.ok) return judged;
  const email = judged.value.value;
  if ((await findEmails(db, customerId))?.email_norm === normaliseEmail(email)) return own;
  const tooMany = await mailLimit(db, "change-email", customerId, now);
  if (tooMany) return tooMany;
  return await transactOutcome(db, async (tx) => {
    const known = await lockEmails(tx, customerId);
    if (!known) return notFound;
    await cancelEmailChange(tx, customerId, now);
    await setPendingEmail(tx, customerId, email);
    await enqueueMail(tx, "change-email-mail", { customerId, email, visitor }, now);
    await enqueueMail(tx, "change-email-told", { email: known.email, next: email }, now);
    await endSessions(tx, customerId, now);
    return judged;
  });
}

/**
 * Takes a change back that waits for its link: a newer one was asked for, or the holder set a new
 * password.
 */
export async function cancelEmailChange(tx: Tx, customerId: string, now: number): Promise<void> {
  await setPendingEmail(tx, customerId, null);
  await revokeOneTimeTokens(tx, "change-email", customerId, now);
}

/**
 * Makes the address of a followed link the customer's, and tells whose sessions ended. Undefined
 * when the token is of another kind.
 */
export async function confirmNewEmail(
  tx: Tx,
  token: string,
  now: number,
): Promise<Outcome<{ email: string; ended: string }> | undefined> {
  if (!(await findOneTimeToken(tx, "change-email", token, now))) return undefined;
  const once = await consumeOneTimeToken(tx, "change-email", token, now);
  const known = once && (await lockEmails(tx, once.subject));
  const email = known?.pending_email;
  // A letter may have been written while another address was asked for.
  if (!known || !email || known.disabled_at !== null || email !== once.payload.email) return lapsed;
  await setEmail(tx, known.id, { email, email_norm: normaliseEmail(email) });
  await endSessions(tx, known.id, now);
  // Links that lie in the old mailbox open nothing any more.
  await revokeOneTimeTokens(tx, "reset", known.id, now);
  await enqueueMail(tx, "attach-orders", { customerId: known.id }, now);
  await enqueueMail(tx, "email-changed-mail", { email: known.email, next: email }, now);
  return ok({ email, ended: known.id });
}

/**
 * Somebody else has the address by now: the database refuses to keep it twice, however close two
 * come.
 */
export const takenMeanwhile = (error: unknown): Outcome<never> => {
  if (!isDuplicate(error)) throw error;
  return taken;
};
