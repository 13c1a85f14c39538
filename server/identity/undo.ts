import { takenMeanwhile } from "../customers/change-email.ts";
import { customerSubject, type EventSource, recordSecurityEvent } from "../customers/security-events.ts";
import { findUndo, undoChange } from "../customers/undo.ts";
import { transactOutcome } from "../db/transaction.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import type { RelyingParty } from "../web/relying-party.ts";
import { deleteFactors } from "./disable.ts";
import { isGuessable } from "./guessable.ts";
import type { Identity } from "./parts.ts";
import { listPasskeys } from "./passkeys/list.ts";
import { findAccount, personOf } from "./queries.ts";
import { type NewPassword, proveMailbox, setNewPassword } from "./reset.ts";
import { isGoodPassword, tooWeak } from "./rules/password.ts";

const day = 24 * 3_600_000;
const linkExpired = refuse("link_expired", "This link was already used or has expired.");

/**
 * The time (ms) from which new factors are not trusted, which is a day before the change. If the
 * change is undone, the factors set up since that time are removed.
 */
const trustedBefore = ({ at }: { at: number }): number => at - day;

/**
 * The change that a link undoes, with the passkeys that its holder may keep; undefined if the link
 * is invalid.
 */
export async function findUndoable({ db, now }: Identity, party: RelyingParty, token: string) {
  const undoable = await findUndo(db, token, now());
  if (!undoable) return undefined;
  const passkeys = await listPasskeys(db, customerSubject(undoable.customerId), party);
  return { ...undoable, passkeys: passkeys.filter(({ createdAt }) => createdAt < trustedBefore(undoable)) };
}

/**
 * Undoes a change of the email, or the disabling of an account, by a mailed link. All sessions end,
 * and a new password is set, since the person who made the change may know the old one.
 */
export async function undo(
  identity: Identity,
  { token, newPassword, passkeys }: NewPassword,
  source: EventSource,
): Promise<Outcome<Record<string, never>>> {
  const { db, now } = identity;
  const undoable = await findUndo(db, token, now());
  const account = undoable && (await findAccount(db, undoable.customerId));
  if (!account) return linkExpired;
  if (!isGoodPassword(newPassword) || (await isGuessable(newPassword, { ...personOf(account), email: undoable.email })))
    return invalidFields([{ field: "newPassword", message: tooWeak.error }]);
  const undone = await transactOutcome<Outcome<string>>(db, async (tx) => {
    const change = await undoChange(tx, token, now());
    const restored = change.ok && (await findAccount(tx, account.id));
    if (!restored) return linkExpired;
    // The person who made the change may have set up their own way in shortly before.
    await deleteFactors(tx, restored.id, trustedBefore(change.value));
    const kind = change.value.kind === "undo-email" ? "email-change-undone" : "disabling-undone";
    await recordSecurityEvent(tx, customerSubject(restored.id), { kind, source }, now());
    await proveMailbox(tx, restored, { passkeys, source }, now());
    return ok(restored.id);
  }).catch(takenMeanwhile);
  return undone.ok ? await setNewPassword(identity, undone.value, newPassword, { passkeys, source }) : undone;
}
