import { transact } from "../../db/transaction.ts";
import { retention } from "../../retention.ts";
import { sessionHash as hashOf } from "../../web/session.ts";
import type { Identity } from "../parts.ts";
import { flowId } from "./flow-cookie.ts";
import type { Social, SocialProvider } from "./providers.ts";
import { insertStart } from "./queries.ts";

type SocialStart = {
  /** sets the cookie of a flow with this state, and returns the hash to store */
  begin: (id: string) => string;
  /** the signed-in customer who proves their identity once more */
  confirms?: string | undefined;
  /** a path of this shop to go on to after signing in */
  next: string | undefined;
  /** the channel on which a popup reports */
  popup: string | undefined;
};

/**
 * Begins a social sign-in and returns the provider's address: code flow with PKCE, state and nonce,
 * stored for the holder of the flow's cookie. The provider asks which account to use (requirement
 * 180) or, for a proof, to sign in anew. Rejects while the provider cannot be reached.
 */
export async function beginSocial(
  { db, now }: Pick<Identity, "db" | "now">,
  social: Social,
  provider: SocialProvider,
  { begin, confirms, next, popup }: SocialStart,
): Promise<string> {
  const oidc = await import("openid-client");
  const client = await provider.client();
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const verifier = oidc.randomPKCECodeVerifier();
  const address = oidc.buildAuthorizationUrl(client, {
    redirect_uri: social.returnAddress(provider.place),
    scope: "openid email profile",
    ...(confirms === undefined ? { prompt: "select_account" } : { prompt: "login", max_age: "0" }),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const row = { state_hash: hashOf(state), visitor: begin(flowId(state)), place: provider.place, nonce, verifier };
  const rest = {
    confirms: confirms ?? null,
    next: next ?? null,
    popup: popup ?? null,
    expires_at: now() + retention.socialSignIn,
  };
  await transact(db, (tx) => insertStart(tx, { ...row, ...rest }));
  return address.href;
}
