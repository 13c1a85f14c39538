import { agentWords } from "../../customers/rules/agent.ts";
import { customerSubject } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import { subjectColumns } from "../factors/queries.ts";
import { type Holder, tellOfChange } from "../factors/tell.ts";
import type { Identity } from "../parts.ts";
import { findAccount, lockAccount } from "../queries.ts";
import { challengeLifetime, consumeChallenge, createChallenge } from "./challenges.ts";
import { deletePasskey, findPasskeysOf, insertPasskey } from "./queries.ts";
import { type Registration, readResponse, registration } from "./responses.ts";
import type { CreationOptions } from "./schema.ts";
import { userHandleOf } from "./user-handle.ts";
import { algorithms, verifyRegistration } from "./verify.ts";

const most = 20;
const tooMany = refuse("limit_reached", `You have ${most} passkeys. Remove one first.`);
const signedOut = refuse("signed_out", "Please sign in to continue.");
const unknown = refuse("not_found", "That passkey was removed already.");
const unusable = refuse("failed", "That passkey couldn’t be added. Please try again.");

type Parts = Pick<Identity, "db" | "now" | "notifyWorker">;

/** Begins a passkey of an account: what the browser gives to an authenticator. */
export async function beginPasskey(
  { db, now }: Parts,
  { party, shopName }: { party: RelyingParty; shopName: string },
  { customerId, visitor }: { customerId: string; visitor: string },
): Promise<Outcome<CreationOptions>> {
  const subject = customerSubject(customerId);
  const account = await findAccount(db, customerId);
  if (!account) return signedOut;
  const passkeys = await findPasskeysOf(db, subject, party.id);
  if (passkeys.length >= most) return tooMany;
  const challenge = await createChallenge(db, { visitor, subject: customerId }, now());
  return ok({
    challenge: challenge.toString("base64url"),
    rp: { id: party.id, name: shopName },
    user: {
      id: userHandleOf(subject).toString("base64url"),
      name: account.email,
      displayName: account.first_name || account.email,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: challengeLifetime,
    attestation: "none",
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    excludeCredentials: passkeys.map(({ id, transports }) => ({
      id,
      type: "public-key",
      transports: JSON.parse(transports) as string[],
    })),
  });
}

/** Adds a passkey (JSON of the credential) under a name, by default that of the browser. */
export async function addPasskey(
  { db, now, notifyWorker }: Parts,
  party: RelyingParty,
  holder: Holder & { visitor: string },
  { name, credential }: { name: string; credential: string },
): Promise<Outcome<object>> {
  const response = readResponse(registration, credential);
  if (!response) return unusable;
  const bound = { visitor: holder.visitor, subject: holder.customerId };
  const challenge = await consumeChallenge(db, response.response.clientDataJSON, bound, now());
  const made = challenge === undefined ? undefined : await verifyRegistration(response, { party, challenge });
  if (!made) return unusable;
  const known = { ...made, party, name: name.trim() || agentWords(holder.source.origin.agent), response };
  const outcome = await transactOutcome<Outcome<object>>(db, (tx) => savePasskey(tx, holder, known, now()));
  notifyWorker();
  return outcome;
}

type Made = { id: string; publicKey: string; counter: number; party: RelyingParty; name: string; response: Registration };

async function savePasskey(
  tx: Tx,
  holder: Holder,
  { id, publicKey, counter, party, name, response }: Made,
  now: number,
): Promise<Outcome<object>> {
  const subject = customerSubject(holder.customerId);
  // Locked, so that two at once are counted.
  if (!(await lockAccount(tx, subject.id))) return signedOut;
  if ((await findPasskeysOf(tx, subject, party.id)).length >= most) return tooMany;
  const row = { id, ...subjectColumns(subject), relying_party: party.id, public_key: publicKey, counter, name };
  const transports = JSON.stringify(response.response.transports);
  if (!(await insertPasskey(tx, { ...row, transports, created_at: now, used_at: null }))) return unusable;
  await tellOfChange(tx, holder, { kind: "passkey-added", detail: name }, now);
  return ok({});
}

/** Removes a passkey of the account, which no longer signs in. */
export async function removePasskey({ db, now, notifyWorker }: Parts, holder: Holder, id: string): Promise<Outcome<object>> {
  const outcome = await transactOutcome<Outcome<object>>(db, async (tx) => {
    const removed = await deletePasskey(tx, customerSubject(holder.customerId), id);
    if (!removed) return unknown;
    await tellOfChange(tx, holder, { kind: "passkey-removed", detail: removed.name }, now());
    return ok({});
  });
  notifyWorker();
  return outcome;
}

/** An account's passkeys, for its holder. */
export async function listPasskeys(db: Db, customerId: string, party: RelyingParty) {
  const rows = await findPasskeysOf(db, customerSubject(customerId), party.id);
  return rows.map(({ id, name, created_at, used_at }) => ({ id, name, createdAt: created_at, usedAt: used_at }));
}
