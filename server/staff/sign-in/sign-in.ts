import { recordTries } from "../../customers/rate-limits.ts";
import { normaliseEmail } from "../../customers/rules/email.ts";
import { countEventsSince, type EventSource, recordSecurityEvent } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact, transactOutcome } from "../../db/transaction.ts";
import { removeTries } from "../../db/tries.ts";
import { checkRecoveryCode, checkTotp } from "../../identity/factors/totp.ts";
import { isPassword } from "../../identity/password.ts";
import { type FieldError, invalidFields, type Outcome, ok, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { networkOf, widerNetworkOf } from "../../web/network.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import type { RequestSource } from "../../web/request-source.ts";
import { staffSubject } from "../people/people.ts";
import { findStaffByEmail, findStaffRow, type StaffRow } from "../people/queries/people.ts";
import { staffFactors } from "./factors.ts";
import { renewStaffSession, startStaffSession } from "./sessions.ts";

const quarter = 15 * 60_000;
const hour = 60 * 60_000;

/**
 * The most wrong tries in a quarter of an hour. There is no limit by email: strangers who know an
 * email could lock out its holder, and with a second step a password alone opens nothing.
 */
const most = { ofAddress: 20, ofNetwork: 60, ofCodes: 10 };
/**
 * The most failed sign-ins of a person that are stored as events in an hour; further ones are only
 * logged.
 */
const mostEvents = 20;

export type Credentials = { email: string; password: string; code: string };

/** The parts of the shop that signing in needs. */
export type StaffAccess = Pick<Shop, "db" | "now" | "log"> & {
  secret: string;
  /** the relying party of the staff’s passkeys */
  party: RelyingParty;
};

const wrong = refuse("wrong_credentials", "The email, the password, or the code isn’t right.");

const fieldErrors = ({ email, password }: Credentials): FieldError[] => [
  ...(email.trim() === "" ? [{ field: "email", message: "Enter your email." }] : []),
  ...(password === "" ? [{ field: "password", message: "Enter your password." }] : []),
];

const sourceOf = (id: string, origin: RequestSource): EventSource => ({ actor: { kind: "staff", id }, origin });

/**
 * Starts a session for an email, its password and, if the account has an app, a code of the app or
 * a recovery code. Returns the session's token. Every failure has the same refusal.
 */
export async function signInStaff(
  access: StaffAccess,
  credentials: Credentials,
  source: RequestSource,
): Promise<Outcome<{ token: string; staffId: string }>> {
  const errors = fieldErrors(credentials);
  if (errors.length > 0) return invalidFields(errors);
  const { db, now } = access;
  return await limited(db, source, now(), async () => {
    const row = await findStaffByEmail(db, normaliseEmail(credentials.email));
    const isRight = await isPassword(row?.password_hash, credentials.password);
    const proven = row && isRight ? await proveCode(access, row, credentials.code, source) : wrong;
    if (!proven.ok) {
      if (row) await recordFailure(db, row.id, source, now());
      access.log.info({ event: "staff-sign-in-failed", request: source.requestId }, "security event");
      return proven;
    }
    return await transactOutcome<Outcome<{ token: string; staffId: string }>>(db, async (tx) => {
      const current = row && (await findStaffRow(tx, row.id));
      // The person was removed, or got another password, while the typed password was checked.
      if (!current || current.password_hash !== row.password_hash) return wrong;
      await recordSecurityEvent(tx, staffSubject(row.id), { kind: "signed-in", source: sourceOf(row.id, source) }, now());
      return ok({ token: await startStaffSession(tx, { staffId: row.id, source }, now()), staffId: row.id });
    });
  });
}

/**
 * Confirms the identity of the signed-in person again by password and code. Returns the session's
 * new token.
 */
export async function confirmStaff(
  access: StaffAccess,
  session: { staffId: string; tokenHash: string },
  credentials: Pick<Credentials, "password" | "code">,
  source: RequestSource,
): Promise<Outcome<{ token: string }>> {
  const { db, now } = access;
  const inside = [{ kind: "staff-inside", subject: session.tokenHash, most: most.ofCodes }];
  const tries = await recordTries(db, inside, quarter, now());
  if (!tries.ok) return tries;
  const row = await findStaffRow(db, session.staffId);
  const isRight = await isPassword(row?.password_hash, credentials.password);
  const proven = row && isRight ? await proveCode(access, row, credentials.code, source) : wrong;
  if (!proven.ok) return { ...proven, error: "The password or the code isn’t right." };
  await removeTries(db, tries.value);
  const token = await transact(db, (tx) => renewStaffSession(tx, session.tokenHash, now()));
  return token === undefined ? refuse("signed_out", "Please sign in again.") : ok({ token });
}

/**
 * Uses a code once, if the account has an app. An account with only passkeys cannot sign in with a
 * password. Guesses of a code are limited by account, since they need the password.
 */
async function proveCode(
  { db, now, secret, party }: StaffAccess,
  { id }: StaffRow,
  code: string,
  source: RequestSource,
): Promise<Outcome<undefined>> {
  const subject = staffSubject(id);
  const { hasApp, passkeys } = await staffFactors(db, id, party);
  if (!hasApp) return passkeys > 0 ? wrong : ok(undefined);
  const tries = await recordTries(db, [{ kind: "staff-code", subject: id, most: most.ofCodes }], quarter, now());
  if (!tries.ok) return tries;
  const isUsed = await transact(db, async (tx) => {
    if (await checkTotp(tx, { subject, secrets: secret, code }, now())) return true;
    return await spendRecoveryCode(tx, { id, code, source }, now());
  });
  if (isUsed) await removeTries(db, tries.value);
  return isUsed ? ok(undefined) : wrong;
}

async function spendRecoveryCode(
  tx: Tx,
  { id, code, source }: { id: string; code: string; source: RequestSource },
  now: number,
): Promise<boolean> {
  if (!(await checkRecoveryCode(tx, staffSubject(id), code, now))) return false;
  await recordSecurityEvent(tx, staffSubject(id), { kind: "recovery-code-used", source: sourceOf(id, source) }, now);
  return true;
}

async function limited<Value>(
  db: Db,
  { address }: RequestSource,
  now: number,
  check: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const limits = [
    { kind: "staff-address", subject: networkOf(address), most: most.ofAddress },
    { kind: "staff-network", subject: widerNetworkOf(address), most: most.ofNetwork },
  ];
  const tries = await recordTries(db, limits, quarter, now);
  if (!tries.ok) return tries;
  const outcome = await check();
  if (outcome.ok) await removeTries(db, tries.value);
  return outcome;
}

async function recordFailure(db: Db, id: string, source: RequestSource, now: number): Promise<void> {
  const subject = staffSubject(id);
  if ((await countEventsSince(db, subject, "sign-in-failed", now - hour)) >= mostEvents) return;
  const event = { kind: "sign-in-failed", source: { ...sourceOf(id, source) }, detail: "Password" } as const;
  await transact(db, (tx) => recordSecurityEvent(tx, subject, event, now));
}
