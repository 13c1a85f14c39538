import { randomUUID } from "node:crypto";
import { identityCalls } from "../../../../server/identity/calls.ts";
import { socialCallbackPath, socialPath } from "../../../../server/identity/paths.ts";
import { botToken } from "../../../identity/bot.ts";
import { password } from "../../../identity/customer-fixture.ts";
import { type Known, type Row, rowFor } from "../row.ts";

const strong = "Blue-river-88";
const newcomer = () => ({ email: `new-${randomUUID()}@example.com`, password: strong, first_name: "New", last_name: "Comer" });
const screen = (path: string, summary: string): Row => ({ method: "GET", path, kind: "visitor", summary });
const elsewhere = { yes: { json: 303 } };

/** Signing in and its related routes: a secret opens them for any requester. */
export const identityRows: readonly Row[] = [
  { ...screen("/identity/signin/", "The sign-in screen"), mayLead: "dashboard", note: "redirects whoever is signed in" },
  screen("/identity/signup/", "The sign-up screen, and the page of its emailed link"),
  screen("/identity/reset/", "The password reset, and the page of its emailed link"),
  screen("/identity/confirm/", "The page of an emailed link that confirms an address"),
  { method: "GET", path: "/identity/welcome/", kind: "screen", summary: "Welcome after a custom token" },
  rowFor(identityCalls.beginSocialSignIn, { kind: "visitor", at: () => socialPath(1), ...elsewhere }),
  rowFor(identityCalls.finishSocialSignIn, {
    kind: "visitor",
    at: () => `${socialCallbackPath(1)}?state=none&code=none`,
    ...elsewhere,
  }),
  {
    method: "GET",
    path: "/identity/social/return/",
    kind: "visitor",
    summary: "Continues a social sign-in in this browser",
    ...elsewhere,
    note: "redirects if there is none",
  },
  rowFor(identityCalls.findBotChallenge, { kind: "visitor" }),
  rowFor(identityCalls.signUp, {
    kind: "visitor",
    json: async ({ browser }) => ({ ...newcomer(), botToken: await botToken(browser) }),
    native: () => ({ ...newcomer(), botToken: "" }),
    yes: { native: 200 },
  }),
  rowFor(identityCalls.signUp, {
    kind: "secret",
    summary: "Creates the account from an emailed link, in the browser that requested it or with its password",
    json: async ({ link }) => ({ token: await link("sign-up"), password }),
    wrong: { json: 409, native: 409 },
  }),
  rowFor(identityCalls.signIn, {
    kind: "secret",
    json: ({ email }) => ({ email, password }),
    wrong: { json: 401, native: 401 },
  }),
  rowFor(identityCalls.mailSignInLink, {
    kind: "visitor",
    json: ({ email }: Known) => ({ email }),
    note: "the same for an unknown email",
  }),
  rowFor(identityCalls.verifyToken, {
    kind: "secret",
    json: async ({ link }) => ({ token: await link("custom"), favorites: ["p-1"] }),
    wrong: { json: 401, native: 401 },
  }),
  rowFor(identityCalls.settleNewUser, {
    kind: "secret",
    json: async ({ link }) => ({ id: await link("social"), first_name: "Mary" }),
    wrong: { json: 401, native: 303 },
  }),
  rowFor(identityCalls.resetPassword, {
    kind: "visitor",
    summary: "Requests a password-reset link",
    json: ({ email }: Known) => ({ email }),
    note: "the same for an unknown email",
  }),
  rowFor(identityCalls.confirmEmail, {
    kind: "secret",
    json: async ({ link }) => ({ token: await link("verify-email") }),
    yes: { native: 200 },
    wrong: { json: 409, native: 409 },
  }),
  rowFor(identityCalls.checkRecentProof, { kind: "customer", json: () => ({}), proof: true }),
  rowFor(identityCalls.mailConfirmLink, { kind: "customer", json: () => ({}) }),
  rowFor(identityCalls.signOut, { kind: "visitor", json: () => ({}), ends: "session" }),
  {
    method: "GET",
    path: "/identity/authenticator/",
    kind: "screen",
    summary: "Shows the secret of an authenticator app that is being set up",
    ...elsewhere,
    note: "redirects if there is none, or no recent proof",
  },
  rowFor(identityCalls.beginAuthenticator, { kind: "customer", json: () => ({}), proof: true }),
  rowFor(identityCalls.confirmAuthenticator, {
    kind: "customer",
    proof: true,
    json: async ({ totp }) => ({ code: await totp("pending") }),
    yes: { native: 200 },
  }),
  rowFor(identityCalls.renewRecoveryCodes, {
    kind: "customer",
    proof: true,
    json: async ({ totp }) => ({ code: await totp("on") }),
    yes: { native: 200 },
  }),
  {
    method: "GET",
    path: "/identity/second-step/",
    kind: "visitor",
    summary: "The second step of a sign-in",
    ...elsewhere,
    note: "redirects if there is none",
  },
  rowFor(identityCalls.finishSecondStep, {
    kind: "secret",
    json: async ({ totp }) => ({ code: await totp("sign-in") }),
    wrong: { json: 401, native: 401 },
  }),
  rowFor(identityCalls.requestTotpRemoval, {
    kind: "secret",
    json: async ({ totp }) => ({ code: await totp("sign-in") }),
    wrong: { json: 401, native: 401 },
  }),
  screen("/identity/authenticator/keep/", "The page of an emailed link that stops the removal of an authenticator app"),
  rowFor(identityCalls.keepAuthenticator, {
    kind: "secret",
    json: async ({ link }) => ({ token: await link("keep-totp") }),
    yes: { native: 200 },
    wrong: { json: 409, native: 409 },
  }),
  rowFor(identityCalls.removeAuthenticator, {
    kind: "customer",
    proof: true,
    json: async ({ totp }) => ({ code: await totp("on") }),
  }),
  rowFor(identityCalls.beginPasskey, { kind: "customer", json: () => ({}), proof: true }),
  rowFor(identityCalls.addPasskey, {
    kind: "customer",
    proof: true,
    json: async ({ passkey, name }) => ({ credential: await passkey("new"), name: `${name}-key` }),
  }),
  rowFor(identityCalls.beginPasskeySignIn, { kind: "visitor", json: () => ({}) }),
  rowFor(identityCalls.signInWithPasskey, {
    kind: "secret",
    json: async ({ passkey }) => ({ credential: await passkey("use") }),
    wrong: { json: 401, native: 401 },
  }),
  rowFor(identityCalls.reauthenticateByPasskey, {
    kind: "customer",
    json: async ({ passkey }) => ({ credential: await passkey("use") }),
  }),
  rowFor(identityCalls.removePasskey, { kind: "record", proof: true, json: ({ passkeyId }) => ({ id: passkeyId }) }),
  screen("/identity/undo/", "The page of an emailed link that undoes a change"),
  rowFor(identityCalls.undoChange, {
    kind: "secret",
    json: async ({ link }) => ({ token: await link("undo-email"), newPassword: strong }),
    wrong: { json: 409, native: 409 },
    ends: "session",
  }),
  {
    method: "GET",
    path: "/identity/reauthenticate/",
    kind: "screen",
    summary: "Asks for a recent proof, and sends a kept form again",
    ...elsewhere,
    note: "redirects whoever gave one and has no form",
  },
  rowFor(identityCalls.reauthenticate, { kind: "customer", json: () => ({ password }) }),
  rowFor(identityCalls.changePassword, {
    kind: "customer",
    json: () => ({ currentPassword: password, newPassword: strong }),
    ends: "session",
  }),
  rowFor(identityCalls.resetPassword, {
    kind: "secret",
    summary: "Sets a new password with an emailed link",
    json: async ({ link }) => ({ token: await link("reset"), newPassword: strong }),
    wrong: { json: 409, native: 409 },
    ends: "session",
  }),
];
