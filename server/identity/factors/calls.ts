import { z } from "zod";
import { sensitive } from "../../customers/calls.ts";
import { settingsPath } from "../../customers/paths.ts";
import { type Call, data, fieldErrors } from "../../web/call.ts";
import { nothing } from "../answers.ts";
import {
  authenticatorCodePath,
  authenticatorOffPath,
  authenticatorPath,
  keepAuthenticatorPath,
  recoveryCodesPath,
  secondStepPath,
  totpRemovalPath,
} from "../paths.ts";
import { codeBody, keepBody } from "../schema.ts";

/** Recovery codes, shown once. */
const recoveryCodes = z.strictObject({ codes: z.array(z.string()) });

/** Calls of the second step of a sign-in, and of its setup. */
export const factorCalls = {
  finishSecondStep: {
    method: "POST",
    path: secondStepPath,
    summary: "Finishes a sign-in by a code of an authenticator app, or a recovery code",
    guard: "csrf",
    body: codeBody,
    answer: nothing,
    fieldErrors,
    codes: ["sign_in_expired", "too_many_tries"],
  },
  requestTotpRemoval: {
    method: "POST",
    path: totpRemovalPath,
    screen: secondStepPath,
    summary: "Asks for the removal of a lost authenticator app after 24 hours, in a sign-in that the password began",
    guard: "csrf",
    answer: nothing,
    codes: ["sign_in_expired"],
  },
  keepAuthenticator: {
    method: "POST",
    path: keepAuthenticatorPath,
    summary: "Stops the removal of an authenticator app, by its emailed link",
    guard: "csrf",
    body: keepBody,
    answer: nothing,
    codes: ["link_expired"],
  },
  beginAuthenticator: {
    method: "POST",
    path: authenticatorPath,
    summary: "Creates the secret of an authenticator app",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out", "reauthenticate", "unconfirmed", "limit_reached"],
    ...sensitive,
  },
  confirmAuthenticator: {
    method: "POST",
    path: authenticatorCodePath,
    screen: authenticatorPath,
    summary: "Turns an authenticator app on by its first code",
    guard: "csrf",
    body: codeBody,
    answer: data(recoveryCodes),
    fieldErrors,
    codes: ["signed_out", "reauthenticate"],
    ...sensitive,
  },
  removeAuthenticator: {
    method: "DELETE",
    path: authenticatorOffPath,
    screen: settingsPath,
    summary: "Turns the authenticator app off",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out", "reauthenticate", "not_found"],
    ...sensitive,
  },
  renewRecoveryCodes: {
    method: "POST",
    path: recoveryCodesPath,
    screen: settingsPath,
    summary: "Creates new recovery codes in place of the earlier ones",
    guard: "csrf",
    answer: data(recoveryCodes),
    codes: ["signed_out", "reauthenticate", "not_found"],
    ...sensitive,
  },
} as const satisfies Record<string, Call>;
