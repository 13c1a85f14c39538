import { cancelEmailChange } from "../customers/change-email.ts";
import { forgetDevices } from "../customers/known-devices.ts";
import { customerSubject, recordSecurityEvent } from "../customers/security-events.ts";
import { endSessions } from "../customers/sessions.ts";
import { transact } from "../db/transaction.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { isGuessable } from "./guessable.ts";
import { limitedInside } from "./limits.ts";
import { mailPasswordChanged } from "./mails.ts";
import type { Identity, Requester } from "./parts.ts";
import { findAccount, personOf } from "./queries.ts";
import { changeRefusal, incorrect, tooWeak } from "./rules/password.ts";

const noUser = refuse("not_found", "No user found with this email.");

/**
 * Changes the signed-in customer's password and ends all their sessions, including this one.
 * Requirements 221–229 specify the words that the customer reads.
 */
export async function changePassword(
  { db, now, provider, notifyWorker }: Identity,
  { customerId, session, source }: Pick<Requester, "source"> & { customerId: string; session: string },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<Outcome<Record<string, never>>> {
  const refusal = changeRefusal(currentPassword, newPassword);
  if (refusal) return refusal;
  const account = await findAccount(db, customerId);
  if (!account) return noUser;
  if (await isGuessable(newPassword, personOf(account))) return tooWeak;
  const checked = await limitedInside({ db, now }, session, () => provider.check(account.email, currentPassword));
  const subject = customerSubject(customerId);
  if (!checked.ok) {
    if (checked.code !== "wrong_credentials") return checked;
    const event = { kind: "reauthentication-failed" as const, source, detail: "Password" };
    await transact(db, (tx) => recordSecurityEvent(tx, subject, event, now()));
    return incorrect;
  }
  const set = await provider.setPassword(customerId, newPassword);
  if (!set.ok) return noUser;
  await transact(db, async (tx) => {
    await endSessions(tx, customerId, now());
    await forgetDevices(tx, customerId);
    await cancelEmailChange(tx, customerId, now());
    await recordSecurityEvent(tx, subject, { kind: "password-changed", source }, now());
    await mailPasswordChanged(tx, { customerId, email: account.email }, now());
  });
  notifyWorker();
  return ok({});
}
