import { type EventSource, recordSecurityEvent } from "../../customers/security-events.ts";
import type { Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { countPasskeyUse, type PasskeyUse, refusedPasskey, verifyPasskey } from "../../identity/passkeys/check.ts";
import { beginNewPasskey, checkNewPasskey, insertNewPasskey } from "../../identity/passkeys/new-passkey.ts";
import { deletePasskeyOf, unknownPasskey } from "../../identity/passkeys/register.ts";
import type { CreationOptions } from "../../identity/passkeys/schema.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import type { RequestSource } from "../../web/request-source.ts";
import { staffSubject } from "../people/people.ts";
import { findStaffRow, lockStaff } from "../people/queries/people.ts";
import type { StaffHolder } from "./authenticator.ts";
import { renewStaffSession, startStaffSession } from "./sessions.ts";
import type { StaffAccess } from "./sign-in.ts";

type Maker = StaffHolder & { visitor: string };

const signedOut = refuse("signed_out", "Please sign in to continue.");

const sourceOf = ({ staffId, source }: Pick<StaffHolder, "staffId" | "source">): EventSource => ({
  actor: { kind: "staff", id: staffId },
  origin: source,
});

/**
 * Begins a passkey of a member of the staff: returns the options that the browser gives to an
 * authenticator.
 */
export const beginStaffPasskey = (
  { db, now, party }: StaffAccess,
  { staffId, email, name, visitor }: Maker & { name: string },
  shopName: string,
): Promise<Outcome<CreationOptions>> =>
  beginNewPasskey(
    { db, now },
    { party, shopName },
    { subject: staffSubject(staffId), visitor, name: email, displayName: name || email },
  );

/** Adds a passkey (JSON of the credential) under a name; the default is the browser's name. */
export async function addStaffPasskey(
  { db, now, party }: StaffAccess,
  maker: Maker,
  input: { name: string; credential: string },
): Promise<Outcome<object>> {
  const subject = staffSubject(maker.staffId);
  const passkey = await checkNewPasskey(
    { db, now },
    party,
    { subject, visitor: maker.visitor, agent: maker.source.agent },
    input,
  );
  if (!passkey.ok) return passkey;
  return await transactOutcome<Outcome<object>>(db, async (tx) => {
    await lockStaff(tx);
    if (!(await findStaffRow(tx, maker.staffId))) return signedOut;
    const added = await insertNewPasskey(tx, subject, passkey.value, now());
    if (!added.ok) return added;
    const event = { kind: "passkey-added", source: sourceOf(maker), detail: passkey.value.name } as const;
    await recordSecurityEvent(tx, subject, event, now());
    return ok({});
  });
}

/** Removes a passkey of the signed-in person; it can no longer be used to sign in. */
export const removeStaffPasskey = ({ db, now }: StaffAccess, holder: StaffHolder, id: string): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const subject = staffSubject(holder.staffId);
    const removed = await deletePasskeyOf(tx, subject, id);
    if (!removed) return unknownPasskey;
    await recordSecurityEvent(tx, subject, { kind: "passkey-removed", source: sourceOf(holder), detail: removed.name }, now());
    return ok({});
  });

type Asker = { visitor: string; source: RequestSource };

async function finishUse(tx: Tx, use: PasskeyUse, source: RequestSource, now: number): Promise<Outcome<{ staffId: string }>> {
  const staffId = use.subject.id;
  if (!(await findStaffRow(tx, staffId))) return refusedPasskey;
  const used = await countPasskeyUse(tx, use, sourceOf({ staffId, source }), now);
  return used.ok ? ok({ staffId }) : used;
}

/**
 * Starts a session for a passkey (JSON of the credential), which counts as both steps of the
 * sign-in. Returns the session's token.
 */
export async function signInStaffByPasskey(
  { db, now, party, log }: StaffAccess,
  { visitor, source }: Asker,
  credential: string,
): Promise<Outcome<{ token: string; staffId: string }>> {
  const verified = await verifyPasskey({ db, now }, party, { visitor, kind: "staff" }, credential);
  if (!verified.ok) {
    log.info({ event: "staff-sign-in-failed", request: source.requestId }, "security event");
    return verified;
  }
  return await transactOutcome<Outcome<{ token: string; staffId: string }>>(db, async (tx) => {
    const used = await finishUse(tx, verified.value, source, now());
    if (!used.ok) return used;
    const { staffId } = used.value;
    const event = { kind: "signed-in", source: sourceOf({ staffId, source }), detail: "Passkey" } as const;
    await recordSecurityEvent(tx, staffSubject(staffId), event, now());
    return ok({ token: await startStaffSession(tx, { staffId, source }, now()), staffId });
  });
}

/**
 * Confirms the identity of the signed-in person by one of their passkeys. Returns the session's new
 * token.
 */
export async function confirmStaffByPasskey(
  { db, now, party }: StaffAccess,
  { staffId, tokenHash }: { staffId: string; tokenHash: string },
  { visitor, source }: Asker,
  credential: string,
): Promise<Outcome<{ token: string }>> {
  const verified = await verifyPasskey({ db, now }, party, { visitor, kind: "staff", id: staffId }, credential);
  if (!verified.ok) return verified;
  return await transactOutcome<Outcome<{ token: string }>>(db, async (tx) => {
    const used = await finishUse(tx, verified.value, source, now());
    if (!used.ok) return used;
    const token = await renewStaffSession(tx, tokenHash, now());
    return token === undefined ? signedOut : ok({ token });
  });
}
