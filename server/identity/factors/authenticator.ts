import { customerSubject } from "../../customers/security-events.ts";
import { transact, transactOutcome } from "../../db/transaction.ts";
import { invalidFields, type Outcome, ok, refuse } from "../../outcome.ts";
import type { Identity } from "../parts.ts";
import { findAccount } from "../queries.ts";
import { deleteTotp } from "./queries.ts";
import { type Holder, tellOfChange } from "./tell.ts";
import { beginTotp, confirmTotp, createRecoveryCodes, enrolmentOf, hasTotp, pendingSecret } from "./totp.ts";
import { unlessConfirmed } from "./unconfirmed.ts";

const inUse = refuse("limit_reached", "An authenticator app is in use already. Turn it off first.");
const off = refuse("not_found", "No authenticator app is in use.");
const wrong = invalidFields([
  { field: "code", message: "That code isn’t right. Check the clock of your device, and try the next code." },
]);

/**
 * Creates a secret, which the page shows for ten minutes, for an account with a confirmed address.
 */
export async function beginAuthenticator({ db, now, secret }: Identity, customerId: string): Promise<Outcome<object>> {
  const account = await findAccount(db, customerId);
  const refusal = account && unlessConfirmed(account);
  if (refusal) return refusal;
  return (await beginTotp(db, customerSubject(customerId), secret, now())) ? ok({}) : inUse;
}

/** The enrolment that an authenticator app reads; undefined if none was begun lately. */
export async function findEnrolment({ db, now, secret }: Identity, customerId: string, issuer: string) {
  const pending = await pendingSecret(db, customerSubject(customerId), secret, now());
  const account = pending && (await findAccount(db, customerId));
  return account && enrolmentOf(pending, { issuer, account: account.email });
}

/** Turns the app on by its first code; returns the recovery codes, which cannot be shown again. */
export async function confirmAuthenticator(
  identity: Identity,
  holder: Holder,
  code: string,
): Promise<Outcome<{ codes: string[] }>> {
  const { db, now, secret, notifyWorker } = identity;
  const outcome = await transactOutcome<Outcome<{ codes: string[] }>>(db, async (tx) => {
    const codes = await confirmTotp(tx, { subject: customerSubject(holder.customerId), secrets: secret, code }, now());
    if (!codes) return wrong;
    await tellOfChange(tx, holder, { kind: "totp-enabled" }, now());
    return ok({ codes });
  });
  notifyWorker();
  return outcome;
}

/** Removes the app and the recovery codes: signing in is one step again. */
export async function removeAuthenticator(
  { db, now, notifyWorker }: Pick<Identity, "db" | "now" | "notifyWorker">,
  holder: Holder,
): Promise<Outcome<object>> {
  const removed = await transact(db, async (tx) => {
    const deleted = await deleteTotp(tx, customerSubject(holder.customerId));
    if (deleted) await tellOfChange(tx, holder, { kind: "totp-disabled" }, now());
    return deleted;
  });
  notifyWorker();
  return removed ? ok({}) : off;
}

/** Replaces the recovery codes with new ones. */
export async function renewRecoveryCodes(
  { db, now, notifyWorker }: Identity,
  holder: Holder,
): Promise<Outcome<{ codes: string[] }>> {
  const subject = customerSubject(holder.customerId);
  const outcome = await transactOutcome<Outcome<{ codes: string[] }>>(db, async (tx) => {
    if (!(await hasTotp(tx, subject))) return off;
    await tellOfChange(tx, holder, { kind: "recovery-codes-created" }, now());
    return ok({ codes: await createRecoveryCodes(tx, subject) });
  });
  notifyWorker();
  return outcome;
}
