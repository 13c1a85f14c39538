import { agentWords } from "../../customers/rules/agent.ts";
import type { Subject } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import { subjectColumns } from "../factors/queries.ts";
import { challengeLifetime, consumeChallenge, createChallenge } from "./challenges.ts";
import { findPasskeysOf, insertPasskey } from "./queries.ts";
import { type Registration, readResponse, registration } from "./responses.ts";
import type { CreationOptions } from "./schema.ts";
import { userHandleOf } from "./user-handle.ts";
import { algorithms, verifyRegistration } from "./verify.ts";

const most = 20;
const tooMany = refuse("limit_reached", `You have ${most} passkeys. Remove one first.`);
const unusable = refuse("failed", "That passkey couldn’t be added. Please try again.");

type Parts = { db: Db; now: () => number };

/** The holder of the new passkey, and the browser that makes it. */
type Maker = { subject: Subject; visitor: string };

/** Binds a challenge to one account, including its kind. */
const boundTo = ({ subject, visitor }: Maker) => ({
  visitor,
  subject: subject.kind === "customer" ? subject.id : `${subject.kind}:${subject.id}`,
});

/**
 * Begins a passkey: returns the options that the browser gives to an authenticator, which shows
 * `name` and `displayName`.
 */
export async function beginNewPasskey(
  { db, now }: Parts,
  { party, shopName }: { party: RelyingParty; shopName: string },
  { name, displayName, ...maker }: Maker & { name: string; displayName: string },
): Promise<Outcome<CreationOptions>> {
  const passkeys = await findPasskeysOf(db, maker.subject, party.id);
  if (passkeys.length >= most) return tooMany;
  const challenge = await createChallenge(db, boundTo(maker), now());
  return ok({
    challenge: challenge.toString("base64url"),
    rp: { id: party.id, name: shopName },
    user: { id: userHandleOf(maker.subject).toString("base64url"), name, displayName },
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

/** A passkey whose challenge was signed, and that is not added yet. */
export type NewPasskey = {
  id: string;
  publicKey: string;
  counter: number;
  party: RelyingParty;
  name: string;
  response: Registration;
};

/**
 * Checks a passkey that an authenticator made (JSON of the credential); its default name is the
 * browser's name.
 */
export async function checkNewPasskey(
  { db, now }: Parts,
  party: RelyingParty,
  maker: Maker & { agent: string },
  { name, credential }: { name: string; credential: string },
): Promise<Outcome<NewPasskey>> {
  const response = readResponse(registration, credential);
  if (!response) return unusable;
  const challenge = await consumeChallenge(db, response.response.clientDataJSON, boundTo(maker), now());
  const passkeyRegistration = challenge === undefined ? undefined : await verifyRegistration(response, { party, challenge });
  if (!passkeyRegistration) return unusable;
  return ok({ ...passkeyRegistration, party, name: name.trim() || agentWords(maker.agent), response });
}

/**
 * Adds a passkey to an account. The account's row is locked, so that two passkeys added at once are
 * both counted.
 */
export async function insertNewPasskey(
  tx: Tx,
  subject: Subject,
  { id, publicKey, counter, party, name, response }: NewPasskey,
  now: number,
): Promise<Outcome<object>> {
  if ((await findPasskeysOf(tx, subject, party.id)).length >= most) return tooMany;
  const row = { id, ...subjectColumns(subject), relying_party: party.id, public_key: publicKey, counter, name };
  const transports = JSON.stringify(response.response.transports);
  return (await insertPasskey(tx, { ...row, transports, created_at: now, used_at: null })) ? ok({}) : unusable;
}
