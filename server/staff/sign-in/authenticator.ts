import type { SecurityEventKind } from "../../customers/rules/security-events.ts";
import { type EventSource, recordSecurityEvent } from "../../customers/security-events.ts";
import type { Db } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { beginTotp, confirmTotp, createRecoveryCodes, enrolmentOf, hasTotp, pendingSecret } from "../../identity/factors/totp.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../../outcome.ts";
import type { RequestSource } from "../../web/request-source.ts";
import { staffSubject } from "../people/people.ts";
import type { StaffAccess } from "./sign-in.ts";

export type StaffHolder = { staffId: string; email: string; source: RequestSource };

const inUse = refuse("limit_reached", "An authenticator app is in use already. An owner can send you a new link to change it.");
const wrong = invalidFields([
  { field: "code", message: "That code isn’t right. Check the clock of your device, and try the next code." },
]);

const eventOf = ({ staffId, source }: StaffHolder, kind: SecurityEventKind) => ({
  kind,
  source: { actor: { kind: "staff", id: staffId }, origin: source } satisfies EventSource,
});

/** Creates a secret; the page shows it for ten minutes. */
export async function beginStaffApp({ db, now, secret }: StaffAccess, { staffId }: StaffHolder): Promise<Outcome<object>> {
  return (await beginTotp(db, staffSubject(staffId), secret, now())) ? ok({}) : inUse;
}

/** The enrolment that the app reads; undefined if none was begun, or if the secret has expired. */
export async function findStaffEnrolment({ db, now, secret }: StaffAccess, { staffId, email }: StaffHolder, issuer: string) {
  const pending = await pendingSecret(db, staffSubject(staffId), secret, now());
  return pending && enrolmentOf(pending, { issuer, account: email });
}

/** Turns the app on by its first code; returns the recovery codes, which cannot be shown again. */
export const confirmStaffApp = (
  { db, now, secret }: StaffAccess,
  holder: StaffHolder,
  code: string,
): Promise<Outcome<{ codes: string[] }>> =>
  transactOutcome<Outcome<{ codes: string[] }>>(db, async (tx) => {
    const subject = staffSubject(holder.staffId);
    const codes = await confirmTotp(tx, { subject, secrets: secret, code }, now());
    if (!codes) return wrong;
    await recordSecurityEvent(tx, subject, eventOf(holder, "totp-enabled"), now());
    return ok({ codes });
  });

/** Creates recovery codes in place of the earlier ones. */
export const renewStaffCodes = (
  { db, now }: { db: Db; now: () => number },
  holder: StaffHolder,
): Promise<Outcome<{ codes: string[] }>> =>
  transactOutcome<Outcome<{ codes: string[] }>>(db, async (tx) => {
    const subject = staffSubject(holder.staffId);
    if (!(await hasTotp(tx, subject))) return notFound;
    await recordSecurityEvent(tx, subject, eventOf(holder, "recovery-codes-created"), now());
    return ok({ codes: await createRecoveryCodes(tx, subject) });
  });
