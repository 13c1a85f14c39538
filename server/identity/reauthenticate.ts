import { customerSubject, type EventSource, recordSecurityEvent } from "../customers/security-events.ts";
import { renewSession } from "../customers/sessions.ts";
import { transact } from "../db/transaction.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import type { RelyingParty } from "../web/relying-party.ts";
import { stopRemoval } from "./factors/removal.ts";
import { proveSecondStep } from "./factors/second-step.ts";
import { limitedInside } from "./limits.ts";
import type { Identity } from "./parts.ts";
import { checkPasskey } from "./passkeys/sign-in.ts";
import { findAccount } from "./queries.ts";

const wrong = invalidFields([{ field: "password", message: "That’s not your password." }]);
const signedOut = refuse("signed_out", "Please sign in to continue.");

/** The session whose customer gives a proof, and the request that contains the proof. */
type ProofInput = { customerId: string; session: string; source: EventSource };

/**
 * Proves, by the password, that the visitor is still the signed-in customer. If an authenticator
 * app is in use, its code or a recovery code is needed too. Returns the session's new token. Wrong
 * passwords and codes count for this session alone.
 */
export async function reauthenticate(
  identity: Identity,
  proofInput: ProofInput,
  { password, code }: { password: string; code: string },
): Promise<Outcome<{ session: string }>> {
  const { db, provider } = identity;
  const { session, source } = proofInput;
  const account = await findAccount(db, proofInput.customerId);
  if (!account) return signedOut;
  const checked = await limitedInside(identity, session, async () => {
    const right = await provider.check(account.email, password);
    return right.ok ? await proveSecondStep(identity, { account, source, code }) : right;
  });
  if (checked.ok) return await renewProof(identity, proofInput);
  await recordFailure(identity, proofInput);
  return checked.code === "wrong_credentials" ? wrong : checked;
}

/**
 * Proves, by a passkey (JSON of the credential), that the visitor is still the signed-in customer.
 * The tries have no limit, since a passkey cannot be guessed.
 */
export async function reauthenticateByPasskey(
  identity: Identity,
  party: RelyingParty,
  proofInput: ProofInput & { visitor: string },
  credential: string,
): Promise<Outcome<{ session: string }>> {
  const { customerId, visitor, source } = proofInput;
  const used = await checkPasskey(identity, party, { visitor, source, customerId }, credential);
  if (used.ok) return await renewProof(identity, proofInput);
  await recordFailure(identity, proofInput);
  return used;
}

const recordFailure = ({ db, now }: Identity, { customerId, source }: ProofInput): Promise<void> =>
  transact(db, (tx) => recordSecurityEvent(tx, customerSubject(customerId), { kind: "reauthentication-failed", source }, now()));

/**
 * Records that the session's customer has just proved their identity, and returns the session's new
 * token. A session that has ended meanwhile stays ended.
 */
export const renewProof = (
  { db, now }: Pick<Identity, "db" | "now">,
  { customerId, session, source }: ProofInput,
): Promise<Outcome<{ session: string }>> =>
  transact(db, async (tx) => {
    const token = await renewSession(tx, { customerId, tokenHash: session }, now());
    if (token === undefined) return signedOut;
    await stopRemoval(tx, customerId, source, now());
    await recordSecurityEvent(tx, customerSubject(customerId), { kind: "reauthenticated", source }, now());
    return ok({ session: token });
  });
