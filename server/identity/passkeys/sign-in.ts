import { recordTries } from "../../customers/rate-limits.ts";
import type { EventSource } from "../../customers/security-events.ts";
import type { Db } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { type Outcome, ok } from "../../outcome.ts";
import { networkOf } from "../../web/network.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import type { Identity, Requester } from "../parts.ts";
import { findAccount } from "../queries.ts";
import { signToken } from "../signed.ts";
import { challengeLifetime, createChallenge } from "./challenges.ts";
import { countPasskeyUse, refusedPasskey, verifyPasskey } from "./check.ts";
import type { RequestOptions } from "./schema.ts";

/** The most challenges of one network in a quarter of an hour, since each is stored as a row. */
const limit = { kind: "passkey-challenge", most: 300, within: 15 * 60_000 };

/**
 * Begins a sign-in, or a proof of identity by the signed-in customer. The options name no passkey,
 * so the browser may offer any passkey that it has for this shop.
 */
export async function beginPasskeySignIn(
  { db, now }: { db: Db; now: () => number },
  party: RelyingParty,
  { visitor, address }: { visitor: { id: string }; address: string },
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

/**
 * Signs in by a passkey, which counts as both steps, and returns the token that `verify` exchanges.
 */
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

/** The browser that answers a challenge, and the customer whose passkey is expected, if known. */
type Asker = { visitor: string; source: EventSource; customerId?: string };

/**
 * Checks an authenticator's signature (JSON of the credential), and returns whose passkey it is.
 */
export async function checkPasskey(
  { db, now, demo }: Pick<Identity, "db" | "now" | "demo">,
  party: RelyingParty,
  { visitor, source, customerId }: Asker,
  credential: string,
): Promise<Outcome<{ customerId: string }>> {
  const verified = await verifyPasskey({ db, now }, party, { visitor, kind: "customer", id: customerId }, credential);
  if (!verified.ok) return verified;
  const { subject } = verified.value;
  return await transact(db, async (tx) => {
    const account = await findAccount(tx, subject.id);
    if (!account || account.disabled_at !== null || (account.demo === 1 && !demo)) return refusedPasskey;
    const used = await countPasskeyUse(tx, verified.value, source, now());
    return used.ok ? ok({ customerId: subject.id }) : used;
  });
}
