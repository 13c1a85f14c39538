import { recordTries } from "../../customers/rate-limits.ts";
import { customerSubject, type EventSource, recordSecurityEvent } from "../../customers/security-events.ts";
import type { Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import { networkOf } from "../../web/network.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import type { Identity, Requester } from "../parts.ts";
import { findAccount } from "../queries.ts";
import { signToken } from "../signed.ts";
import { challengeLifetime, consumeChallenge, createChallenge } from "./challenges.ts";
import { countUse, findPasskey, type PasskeyRow } from "./queries.ts";
import { assertion, readResponse } from "./responses.ts";
import type { RequestOptions } from "./schema.ts";
import { userHandleOf } from "./user-handle.ts";
import { verifyAssertion } from "./verify.ts";

/** The same words for every reason, so that nothing is told of an account. */
const refused = refuse("wrong_credentials", "That passkey doesn’t sign in here. Try another one, or your password.");
const over = refuse("sign_in_expired", "This sign-in has expired. Please try again.");

/** Challenges of one network in a quarter of an hour: each is a row. */
const limit = { kind: "passkey-challenge", most: 300, within: 15 * 60_000 };

/** Begins a sign-in, or a proof of who is signed in, by whichever passkey the browser has: none is named. */
export async function beginPasskeySignIn(
  { db, now }: Pick<Identity, "db" | "now">,
  party: RelyingParty,
  { visitor, address }: Requester,
): Promise<Outcome<RequestOptions>> {
  const tries = await recordTries(db, [{ ...limit, subject: networkOf(address) }], limit.within, now());
  if (!tries.ok) return tries;
  const challenge = await createChallenge(db, { visitor: visitor.id, subject: "" }, now());
  return ok({
    challenge: challenge.toString("base64url"),
    rpId: party.id,
    userVerification: "required",
    timeout: challengeLifetime,
  });
}

/** Signs in by a passkey, which is both steps, and returns the token that `verify` exchanges. */
export async function signInWithPasskey(
  identity: Identity,
  party: RelyingParty,
  { visitor, source }: Requester,
  credential: string,
): Promise<Outcome<{ token: string }>> {
  const began = identity.now();
  const used = await checkPasskey(identity, party, { visitor: visitor.id, source }, credential);
  if (!used.ok) return used;
  const { customerId } = used.value;
  const claims = { customerId, visitor: visitor.id, way: "Passkey", twoSteps: true } as const;
  return ok({ token: signToken(identity.secret, claims, began) });
}

/** The browser that answers a challenge, and whose passkey it has to be, where that is known. */
type Asker = { visitor: string; source: EventSource; customerId?: string };

/** Checks what an authenticator signed (JSON of the credential), and returns whose passkey it is. */
export async function checkPasskey(
  identity: Pick<Identity, "db" | "now" | "demo">,
  party: RelyingParty,
  asker: Asker,
  credential: string,
): Promise<Outcome<{ customerId: string }>> {
  const { db, now } = identity;
  const response = readResponse(assertion, credential);
  if (!response) return refused;
  const bound = { visitor: asker.visitor, subject: "" };
  const challenge = await consumeChallenge(db, response.response.clientDataJSON, bound, now());
  if (challenge === undefined) return over;
  const passkey = await findPasskey(db, response.id, party.id);
  if (passkey?.subject_kind !== "customer") return refused;
  const subject = customerSubject(passkey.subject_id);
  if (asker.customerId !== undefined && asker.customerId !== subject.id) return refused;
  if (response.response.userHandle !== userHandleOf(subject).toString("base64url")) return refused;
  const counter = await verifyAssertion(response, passkey, { party, challenge });
  if (counter === undefined) return refused;
  return await transact(db, (tx) => finishUse(tx, identity, { passkey, counter, asker }));
}

type Use = { passkey: PasskeyRow; counter: number; asker: Asker };

async function finishUse(
  tx: Tx,
  { now, demo }: Pick<Identity, "now" | "demo">,
  { passkey, counter, asker }: Use,
): Promise<Outcome<{ customerId: string }>> {
  const { id, relying_party, subject_id: customerId } = passkey;
  const account = await findAccount(tx, customerId);
  if (!account || account.disabled_at !== null || (account.demo === 1 && !demo)) return refused;
  // It may have been removed meanwhile.
  if (!(await findPasskey(tx, id, relying_party))) return refused;
  if (await countUse(tx, id, counter, now())) return ok({ customerId });
  const event = { kind: "passkey-refused", source: asker.source, detail: passkey.name } as const;
  await recordSecurityEvent(tx, customerSubject(customerId), event, now());
  return refused;
}
