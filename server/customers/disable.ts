import type { Db, Tx } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { clearAvatar } from "./avatar.ts";
import { cancelEmailChange } from "./change-email.ts";
import { forgetDevices } from "./known-devices.ts";
import { deleteOneTimeTokensOf, revokeSignInTokens } from "./one-time-tokens.ts";
import { deleteFormerEmailsOf } from "./queries/former-emails.ts";
import { deleteCustomerData, eraseCustomer, findAccount, lockCustomer, setDisabled } from "./queries.ts";
import { normaliseEmail } from "./rules/email.ts";
import { customerSubject, type EventSource, eraseSecurityEvents, recordSecurityEvent, shopSource } from "./security-events.ts";
import { endSessions } from "./sessions.ts";
import { eraseTags } from "./tags.ts";
import { undoTimes } from "./undo.ts";

/**
 * Deletes other features' data of a customer in the same transaction, and returns the email
 * addresses that identified the customer. The caller passes this function in, since this feature
 * does not know the other features.
 */
export type ReleaseCustomerData = (tx: Tx, customerId: string, now: number) => Promise<readonly string[]>;

/**
 * Closes an account. All sessions end, and a sign-in is refused with the words for a wrong
 * password. For 14 days a mailed link can open the account again, and nobody else may take its
 * email address. Then a job erases the account.
 */
export const disableCustomer = (
  db: Db,
  { customerId, source, now }: { customerId: string; source: EventSource; now: number },
): Promise<Outcome<Record<string, never>>> =>
  transactOutcome(db, async (tx) => {
    await lockCustomer(tx, customerId);
    const holder = await findAccount(tx, customerId);
    if (!holder || holder.disabledAt !== null) return notFound;
    await endSessions(tx, customerId, now);
    await forgetDevices(tx, customerId);
    await cancelEmailChange(tx, customerId, now);
    await revokeSignInTokens(tx, customerId, now);
    await setDisabled(tx, customerId, now);
    await recordSecurityEvent(tx, customerSubject(customerId), { kind: "account-disabled", source }, now);
    const subject = `${customerId}:${now}`;
    const until = now + undoTimes["undo-disable"];
    await enqueue(tx, { kind: "erase-customer", subject, payload: { customerId, at: now }, runAt: until }, now);
    const payload = { customerId, email: holder.email, until };
    await enqueue(tx, { kind: "account-disabled-mail", subject, payload }, now);
    return ok({});
  });

type EraseInput = { customerId: string; at: number; now: number; releaseCustomerData: ReleaseCustomerData };

/**
 * Erases the personal data of an account that was disabled at `at` (ms) and has not been opened
 * again. The accounting keeps the orders. A new account may use the address, but gets none of this
 * data. Returns the addresses that identified the account; empty if nothing was erased.
 */
export const eraseDisabledCustomer = (
  db: Db,
  { customerId, at, now, releaseCustomerData }: EraseInput,
): Promise<readonly string[]> =>
  transact(db, async (tx) => {
    // This check comes before the lock of the customer's row. `releaseCustomerData` may lock
    // checkouts, and all code locks checkouts before customers.
    if ((await findAccount(tx, customerId))?.disabledAt !== at) return [];
    const addresses = await releaseCustomerData(tx, customerId, now);
    await lockCustomer(tx, customerId);
    const holder = await findAccount(tx, customerId);
    // The account may have been opened again while this transaction waited for locks. The error
    // then undoes all changes.
    if (holder?.disabledAt !== at) throw new Error("the account was opened again meanwhile");
    await eraseHolder(tx, { customerId, email: holder.email, source: shopSource(), now });
    return addresses;
  });

type HolderInput = { customerId: string; email: string; source: EventSource; now: number };

/** Erases this feature's data of a customer. The customer's row stays, since orders refer to it. */
async function eraseHolder(tx: Tx, { customerId, email, source, now }: HolderInput): Promise<void> {
  for (const subject of [customerId, normaliseEmail(email)]) await deleteOneTimeTokensOf(tx, subject);
  await deleteFormerEmailsOf(tx, customerId);
  await eraseTags(tx, [customerId]);
  await deleteCustomerData(tx, customerId);
  await clearAvatar(tx, customerId, now);
  await eraseCustomer(tx, customerId);
  await recordSecurityEvent(tx, customerSubject(customerId), { kind: "account-erased", source }, now);
  await eraseSecurityEvents(tx, customerSubject(customerId), now);
}

/**
 * Closes and erases an account at once, for the owner's command, which deletes other features' data
 * first.
 */
export async function eraseCustomerNow(tx: Tx, { customerId, source, now }: Omit<HolderInput, "email">): Promise<void> {
  await lockCustomer(tx, customerId);
  const holder = await findAccount(tx, customerId);
  if (!holder) return;
  await endSessions(tx, customerId, now);
  await forgetDevices(tx, customerId);
  await setDisabled(tx, customerId, now);
  await eraseHolder(tx, { customerId, email: holder.email, source, now });
}
