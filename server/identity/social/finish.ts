import { transact } from "../../db/transaction.ts";
import { newId } from "../../ids.ts";
import { sessionHash as hashOf } from "../../web/session.ts";
import type { Identity } from "../parts.ts";
import { failureOf, type SocialFailure } from "./failures.ts";
import { type Person, personOf } from "./person.ts";
import type { Social, SocialProvider } from "./providers.ts";
import { insertReturn, type StartRow, takeStart } from "./queries.ts";
import { returnLife } from "./returned.ts";

/**
 * What came of a return from a provider. `start` is set for most failures too, since it says which
 * path comes next and whether a popup has to report. `subject` is the account at the provider, if
 * the customer proved their identity instead of signing in.
 */
export type FlowResult = { start: StartRow | undefined; subject?: string; failure?: SocialFailure; error?: unknown };

/**
 * Handles the provider's answer; `query` is the address's query as the provider sent it. The stored
 * start is used up, the code is exchanged, and the profile is stored for ten minutes as the proof
 * for `new_user`.
 */
export async function finishSocial(
  { db, now }: Pick<Identity, "db" | "now">,
  social: Social,
  provider: SocialProvider,
  { flows, state, query }: { flows: readonly string[]; state: string; query: string },
): Promise<FlowResult> {
  const start = flows.length > 0 && (await transact(db, (tx) => takeStart(tx, hashOf(state), flows, now())));
  if (!start || start.place !== provider.place) return { start: undefined, failure: "lost" };
  try {
    const person = await fetchPerson(social, provider, { query, state, start });
    if (!person) return { start, failure: "nameless" };
    if (start.confirms !== null) return { start, subject: person.subject };
    await transact(db, (tx) => insertReturn(tx, rowOf(person, { provider, start, now: now() })));
    return { start };
  } catch (error) {
    return { start, failure: failureOf(error), error };
  }
}

async function fetchPerson(
  social: Social,
  provider: SocialProvider,
  { query, state, start }: { query: string; state: string; start: StartRow },
): Promise<Person | undefined> {
  const oidc = await import("openid-client");
  const client = await provider.client();
  const address = new URL(`${social.returnAddress(provider.place)}${query}`);
  const tokens = await oidc.authorizationCodeGrant(client, address, {
    expectedState: state,
    expectedNonce: start.nonce,
    pkceCodeVerifier: start.verifier,
    idTokenExpected: true,
    // An earlier sign-in at the provider is no proof now.
    ...(start.confirms !== null && { maxAge: 0 }),
  });
  const claims = tokens.claims();
  if (!claims) return undefined;
  const asks = client.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = asks ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : {};
  return personOf(claims, userInfo);
}

type SocialReturnInput = { provider: SocialProvider; start: StartRow; now: number };

const rowOf = (person: Person, { provider, start, now }: SocialReturnInput) => ({
  visitor: start.visitor,
  token_id: newId(),
  provider: provider.key,
  label: provider.label,
  subject: person.subject,
  email: person.email,
  email_verified: person.emailVerified ? 1 : 0,
  name: person.name,
  gender: person.gender,
  birthday: person.birthday,
  next: start.next,
  popup: start.popup,
  customer_id: null,
  expires_at: now + returnLife,
  spent_at: null,
});
