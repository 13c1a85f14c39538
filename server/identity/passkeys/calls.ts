import { sensitive } from "../../customers/calls.ts";
import { reauthenticatePath, settingsPath, signInPath } from "../../customers/paths.ts";
import { type Call, data } from "../../web/call.ts";
import { nothing, signedToken } from "../answers.ts";
import { newPasskeyPath, passkeyChallengePath, passkeyProofPath, passkeySignInPath, passkeysPath } from "../paths.ts";
import { newPasskeyBody, passkeyBody, passkeyIdBody } from "../schema.ts";
import { creationOptions, requestOptions } from "./schema.ts";

/** Calls to add and remove passkeys, and to sign in or give a proof by a passkey. */
export const passkeyCalls = {
  beginPasskey: {
    method: "POST",
    path: newPasskeyPath,
    screen: settingsPath,
    summary: "Creates the challenge of a new passkey",
    guard: "csrf",
    answer: data(creationOptions),
    codes: ["signed_out", "reauthenticate", "unconfirmed", "limit_reached"],
    ...sensitive,
  },
  addPasskey: {
    method: "POST",
    path: passkeysPath,
    screen: settingsPath,
    summary: "Adds a passkey",
    guard: "csrf",
    body: newPasskeyBody,
    answer: nothing,
    codes: ["signed_out", "reauthenticate", "limit_reached", "failed"],
    ...sensitive,
  },
  removePasskey: {
    method: "DELETE",
    path: passkeysPath,
    screen: settingsPath,
    summary: "Removes a passkey",
    guard: "csrf",
    body: passkeyIdBody,
    answer: nothing,
    codes: ["signed_out", "reauthenticate", "not_found"],
    ...sensitive,
  },
  beginPasskeySignIn: {
    method: "POST",
    path: passkeyChallengePath,
    screen: signInPath,
    summary: "Creates a challenge for any passkey of the browser",
    guard: "csrf",
    answer: data(requestOptions),
    codes: ["too_many_tries"],
  },
  signInWithPasskey: {
    method: "POST",
    path: passkeySignInPath,
    screen: signInPath,
    summary: "Checks a passkey, which stands for both steps of a sign-in",
    guard: "csrf",
    body: passkeyBody,
    answer: data(signedToken),
    codes: ["sign_in_expired", "wrong_credentials"],
  },
  reauthenticateByPasskey: {
    method: "POST",
    path: passkeyProofPath,
    screen: reauthenticatePath,
    summary: "Proves by a passkey who is signed in, for ten minutes",
    guard: "csrf",
    body: passkeyBody,
    answer: nothing,
    codes: ["signed_out", "sign_in_expired", "wrong_credentials"],
  },
} as const satisfies Record<string, Call>;
