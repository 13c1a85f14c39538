import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { clearAvatar } from "./avatar.ts";
import { forgetDevices } from "./known-devices.ts";
import { deleteOneTimeTokensOf } from "./one-time-tokens.ts";
import { deleteCustomerData, eraseCustomer, findAccount, lockCustomer } from "./queries.ts";
import { normaliseEmail } from "./rules/email.ts";
import { customerSubject, type EventSource, eraseSecurityEvents, recordSecurityEvent } from "./security-events.ts";
import { endSessions } from "./sessions.ts";

/**
 * Deletes what other features store of a customer, in the same transaction; passed in, as this
 * feature does not know them.
 */
export type ReleaseCustomerData = (tx: Tx, customerId: string, now: number) => Promise<void>;

type DisableInput = { customerId: string; source: EventSource; now: number; releaseCustomerData: ReleaseCustomerData };

/**
 * Closes an account for good (decisions §5): all sessions end, personal data is erased, orders stay
 * for the accounts. The email is erased as well: signing in with it is refused in the words of a
 * wrong password, and it may open a new account, which has nothing of this one.
 */
export const disableCustomer = (
  db: Db,
  { customerId, source, now, releaseCustomerData }: DisableInput,
): Promise<Outcome<Record<string, never>>> =>
  transactOutcome(db, async (tx) => {
    // Before the customer's own row: checkouts are locked first everywhere.
    await releaseCustomerData(tx, customerId, now);
    await lockCustomer(tx, customerId);
    const holder = await findAccount(tx, customerId);
    if (!holder) return notFound;
    await endSessions(tx, customerId, now);
    await forgetDevices(tx, customerId);
    for (const subject of [customerId, normaliseEmail(holder.email)]) await deleteOneTimeTokensOf(tx, subject);
    await deleteCustomerData(tx, customerId);
    await clearAvatar(tx, customerId, now);
    await eraseCustomer(tx, customerId, now);
    await recordSecurityEvent(tx, customerSubject(customerId), { kind: "account-disabled", source }, now);
    await eraseSecurityEvents(tx, customerSubject(customerId), now);
    await enqueue(tx, { kind: "account-disabled-mail", subject: customerId, payload: { email: holder.email } }, now);
    return ok({});
  });
