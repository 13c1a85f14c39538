import type { EventSource, Subject } from "../../customers/security-events.ts";
import { recordSecurityEvent } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import { consumeChallenge } from "./challenges.ts";
import { countUse, findPasskey, type PasskeyRow } from "./queries.ts";
import { assertion, readResponse } from "./responses.ts";
import { userHandleOf } from "./user-handle.ts";
import { verifyAssertion } from "./verify.ts";

/** The words are the same for every reason, so that they reveal nothing about an account. */
export const refusedPasskey = refuse(
  "wrong_credentials",
  "That passkey doesn’t sign in here. Try another one, or your password.",
);
const signInExpired = refuse("sign_in_expired", "This sign-in has expired. Please try again.");

/** A passkey that has signed a challenge; its use is not counted yet. */
export type PasskeyUse = { passkey: PasskeyRow; counter: number; subject: Subject };

/**
 * The browser that answers a challenge, and the holder whose passkey is expected. Without `id` the
 * passkey of any holder of this kind is accepted.
 */
type Asker = { visitor: string; kind: Subject["kind"]; id?: string | undefined };

/** Checks an authenticator's signature (JSON of the credential). */
export async function verifyPasskey(
  { db, now }: { db: Db; now: () => number },
  party: RelyingParty,
  { visitor, kind, id }: Asker,
  credential: string,
): Promise<Outcome<PasskeyUse>> {
  const response = readResponse(assertion, credential);
  if (!response) return refusedPasskey;
  const challenge = await consumeChallenge(db, response.response.clientDataJSON, { visitor, subject: "" }, now());
  if (challenge === undefined) return signInExpired;
  const passkey = await findPasskey(db, response.id, party.id);
  if (!passkey || passkey.subject_kind !== kind) return refusedPasskey;
  const subject = { kind, id: passkey.subject_id };
  if (id !== undefined && id !== subject.id) return refusedPasskey;
  if (response.response.userHandle !== userHandleOf(subject).toString("base64url")) return refusedPasskey;
  const counter = await verifyAssertion(response, passkey, { party, challenge });
  return counter === undefined ? refusedPasskey : ok({ passkey, counter, subject });
}

/**
 * Counts a use of a passkey. A removed passkey or a copy is refused; a copy is recorded as an event
 * of its account.
 */
export async function countPasskeyUse(
  tx: Tx,
  { passkey, counter, subject }: PasskeyUse,
  source: EventSource,
  now: number,
): Promise<Outcome<undefined>> {
  if (!(await findPasskey(tx, passkey.id, passkey.relying_party))) return refusedPasskey;
  if (await countUse(tx, passkey.id, counter, now)) return ok(undefined);
  await recordSecurityEvent(tx, subject, { kind: "passkey-refused", source, detail: passkey.name }, now);
  return refusedPasskey;
}
