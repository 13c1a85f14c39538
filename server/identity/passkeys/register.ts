import { customerSubject, type Subject } from "../../customers/security-events.ts";
import type { Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import { type Holder, tellOfChange } from "../factors/tell.ts";
import { unlessConfirmed } from "../factors/unconfirmed.ts";
import type { Identity } from "../parts.ts";
import { findAccount, lockAccount } from "../queries.ts";
import { beginNewPasskey, checkNewPasskey, insertNewPasskey, type NewPasskey } from "./new-passkey.ts";
import { deletePasskey } from "./queries.ts";
import type { CreationOptions } from "./schema.ts";

const signedOut = refuse("signed_out", "Please sign in to continue.");
export const unknownPasskey = refuse("not_found", "That passkey was removed already.");

type Parts = Pick<Identity, "db" | "now" | "notifyWorker">;

/**
 * Begins a passkey of an account with a confirmed address: returns the options that the browser
 * gives to an authenticator.
 */
export async function beginPasskey(
  parts: Pick<Parts, "db" | "now">,
  site: { party: RelyingParty; shopName: string },
  { customerId, visitor }: { customerId: string; visitor: string },
): Promise<Outcome<CreationOptions>> {
  const account = await findAccount(parts.db, customerId);
  if (!account) return signedOut;
  const refusal = unlessConfirmed(account);
  if (refusal) return refusal;
  const names = { name: account.email, displayName: account.first_name || account.email };
  return await beginNewPasskey(parts, site, { subject: customerSubject(customerId), visitor, ...names });
}

/** Adds a passkey (JSON of the credential) under a name, by default the browser's name. */
export async function addPasskey(
  { db, now, notifyWorker }: Parts,
  party: RelyingParty,
  holder: Holder & { visitor: string },
  input: { name: string; credential: string },
): Promise<Outcome<object>> {
  const subject = customerSubject(holder.customerId);
  const maker = { subject, visitor: holder.visitor, agent: holder.source.origin.agent };
  const passkey = await checkNewPasskey({ db, now }, party, maker, input);
  if (!passkey.ok) return passkey;
  const outcome = await transactOutcome<Outcome<object>>(db, (tx) => savePasskey(tx, holder, passkey.value, now()));
  notifyWorker();
  return outcome;
}

async function savePasskey(tx: Tx, holder: Holder, passkey: NewPasskey, now: number): Promise<Outcome<object>> {
  const subject = customerSubject(holder.customerId);
  if (!(await lockAccount(tx, subject.id))) return signedOut;
  const outcome = await insertNewPasskey(tx, subject, passkey, now);
  if (outcome.ok) await tellOfChange(tx, holder, { kind: "passkey-added", detail: passkey.name }, now);
  return outcome;
}

/** Removes a passkey of the account, so that it no longer signs in. */
export async function removePasskey({ db, now, notifyWorker }: Parts, holder: Holder, id: string): Promise<Outcome<object>> {
  const outcome = await transactOutcome<Outcome<object>>(db, async (tx) => {
    const deletedRow = await deletePasskey(tx, customerSubject(holder.customerId), id);
    if (!deletedRow) return unknownPasskey;
    await tellOfChange(tx, holder, { kind: "passkey-removed", detail: deletedRow.name }, now());
    return ok({});
  });
  notifyWorker();
  return outcome;
}

/** Deletes a passkey of a subject of any kind and returns its name; undefined if there is none. */
export const deletePasskeyOf = (tx: Tx, subject: Subject, id: string): Promise<{ name: string } | undefined> =>
  deletePasskey(tx, subject, id);
