import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { consumeOneTimeToken, createOneTimeToken, findOneTimeToken, revokeOneTimeTokensSince } from "./one-time-tokens.ts";
import { undoPath } from "./paths.ts";
import { deleteFormerEmailsOf, findFormerEmail, putFormerEmail } from "./queries/former-emails.ts";
import { lockEmails, restoreCustomer } from "./queries.ts";
import { normaliseEmail } from "./rules/email.ts";

const day = 24 * 3_600_000;

/** The time in ms for which a change of email, or the closing of an account, can be undone. */
export const undoTimes = { "undo-email": 7 * day, "undo-disable": 14 * day } as const;
export type UndoKind = keyof typeof undoTimes;
const kinds = Object.keys(undoTimes) as UndoKind[];

type Undoable = { kind: UndoKind; customerId: string; email: string; until: number };

/** A link for the holder of `email` that works once, until `until` (ms). */
export async function createUndoLink(
  { db, publicUrl, now }: { db: Db; publicUrl: string; now: number },
  { kind, customerId, email, until }: Undoable,
): Promise<string> {
  const created = { kind, subject: customerId, payload: { email }, lifetime: until - now };
  return `${publicUrl}${undoPath}?token=${await createOneTimeToken(db, created, now)}`;
}

/** Reserves a customer's former address: nobody else may take it while the change can be undone. */
export const keepFormerEmail = (tx: Tx, { id, email }: { id: string; email: string }, now: number): Promise<void> =>
  putFormerEmail(tx, { customer_id: id, email, email_norm: normaliseEmail(email), until: now + undoTimes["undo-email"] });

/** Whether another customer can still return to this normalised address. */
export async function isReserved(reader: Db | Tx, emailNorm: string, customerId: string, now: number): Promise<boolean> {
  const former = await findFormerEmail(reader, emailNorm, now);
  return former !== undefined && former.customer_id !== customerId;
}

/**
 * The change that a mailed link undoes, and the time (ms) at which the link was created; the link
 * stays unused. Undefined if the link was used or has expired.
 */
export async function findUndo(
  reader: Db | Tx,
  token: string,
  now: number,
): Promise<{ kind: UndoKind; customerId: string; email: string; at: number } | undefined> {
  for (const kind of kinds) {
    const once = await findOneTimeToken(reader, kind, token, now);
    if (once) return { kind, customerId: once.subject, email: String(once.payload.email), at: once.at };
  }
  return undefined;
}

/**
 * Uses an undo link: restores the account's email address and opens the account. Undo links that
 * were created later become invalid. Earlier links stay valid, since the earlier holder of an
 * account takes precedence over a person who took over the account. Returns the time (ms) at which
 * the link was created. Throws if another account has the address.
 */
export async function undoChange(tx: Tx, token: string, now: number): Promise<Outcome<{ kind: UndoKind; at: number }>> {
  const undo = await findUndo(tx, token, now);
  const once = undo && (await consumeOneTimeToken(tx, undo.kind, token, now));
  const account = undo && (await lockEmails(tx, undo.customerId));
  // An erased account has no address.
  if (!undo || !once || !account || account.email === "") return notFound;
  const { kind, email } = undo;
  if (kind === "undo-disable" && (account.disabled_at === null || account.email !== email)) return notFound;
  for (const each of kinds) await revokeOneTimeTokensSince(tx, each, account.id, { since: once.at, now });
  if (kind === "undo-email") await deleteFormerEmailsOf(tx, account.id);
  await restoreCustomer(tx, account.id, { email, email_norm: normaliseEmail(email) });
  return ok({ kind, at: once.at });
}
