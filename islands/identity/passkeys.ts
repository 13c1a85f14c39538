import type { PasskeySignInAnswer } from "../../server/identity/calls.ts";
import type { RequestOptions } from "../../server/identity/passkeys/schema.ts";
import { passkeyChallengePath, passkeySignInPath } from "../../server/identity/paths.ts";
import { call } from "../call.ts";
import { askForCredential } from "../ui/passkey.ts";

/**
 * Asks for any passkey of this shop; returns JSON for the shop. With `conditional` the browser
 * offers passkeys in the email field until `signal` stops it. Throws CallError.
 */
export const askForPasskey = async (more: { mediation?: "conditional"; signal?: AbortSignal } = {}): Promise<string> =>
  await askForCredential(await call<RequestOptions>("POST", passkeyChallengePath, undefined, { overlay: false }), more);

/**
 * Sends the credential of a sign-in, and returns the token that completes it. Rejects with
 * CallError.
 */
export const signInBy = async (credential: string): Promise<string> =>
  (await call<PasskeySignInAnswer>("POST", passkeySignInPath, { credential })).token;
