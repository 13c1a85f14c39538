import { z } from "zod";
import { sensitive } from "../customers/calls.ts";
import { dashboardPath, reauthenticatePath, recentProofPath, settingsPath, signInPath, undoPath } from "../customers/paths.ts";
import { type AnswerOf, type Call, data, fieldErrors, json, redirect } from "../web/call.ts";
import { neededWork, workChallenge } from "../web/proof-of-work/schema.ts";
import { nothing, signedToken } from "./answers.ts";
import { factorCalls } from "./factors/calls.ts";
import { passkeyCalls } from "./passkeys/calls.ts";
import {
  botCheckPath,
  confirmationMailPath,
  confirmPath,
  newUserPath,
  passwordPath,
  resetPath,
  signInLinkPath,
  signOutPath,
  signUpPath,
  socialCallbackPath,
  socialPath,
  tokenPath,
} from "./paths.ts";
import {
  newUserBody,
  onceBody,
  passwordBody,
  proofBody,
  resetBody,
  signInBody,
  signInLinkBody,
  signUpBody,
  signUpLinkBody,
  signUpOrderBody,
  undoBody,
  verifyBody,
} from "./schema.ts";

const verified = z.strictObject({ status: z.literal("success"), message: z.string() });
export type VerifyAnswer = z.infer<typeof verified>;

export const identityCalls = {
  beginSocialSignIn: {
    method: "GET",
    path: socialPath(":place"),
    summary: "Redirects to a sign-in provider",
    query: z.object({ next: z.string().optional(), popup: z.string().optional() }),
    answer: redirect(303),
  },
  finishSocialSignIn: {
    method: "GET",
    path: socialCallbackPath(":place"),
    summary: "Receives the return from a sign-in provider",
    answer: redirect(303),
  },
  findBotChallenge: {
    method: "GET",
    path: botCheckPath,
    summary: "Creates a bot-check challenge",
    answer: data(workChallenge),
    codes: ["not_found"],
  },
  signUp: {
    method: "POST",
    path: signUpPath,
    summary: "Creates an account, after a bot check or from an emailed link",
    guard: "csrf",
    body: z.union([signUpLinkBody, signUpBody, signUpOrderBody]),
    answer: data(signedToken),
    fieldErrors,
    codes: ["too_many_tries", "bot_check", "link_expired", "email_taken"],
  },
  signIn: {
    method: "POST",
    path: signInPath,
    summary: "Checks an email and a password",
    guard: "csrf",
    body: signInBody,
    answer: data(signedToken),
    fieldErrors,
    refusalData: neededWork,
    codes: ["too_many_tries", "work_required", "wrong_credentials"],
  },
  mailSignInLink: {
    method: "POST",
    path: signInLinkPath,
    screen: signInPath,
    summary: "Emails a link to sign in with instead of work, if an account has the address; nothing while no work is required",
    guard: "csrf",
    body: signInLinkBody,
    answer: nothing,
    fieldErrors,
    codes: ["too_many_tries"],
  },
  verifyToken: {
    method: "POST",
    path: tokenPath,
    screen: signInPath,
    summary: "Starts a session from a sign-in token",
    guard: "csrf",
    body: verifyBody,
    answer: json(verified),
    codes: ["sign_in_expired", "second_factor"],
  },
  signOut: { method: "POST", path: signOutPath, summary: "Ends this session", guard: "csrf", answer: nothing },
  settleNewUser: {
    method: "POST",
    path: newUserPath,
    screen: signInPath,
    summary: "Creates the customer for a social sign-in",
    guard: "csrf",
    body: newUserBody,
    answer: json(z.strictObject({ status: z.literal("ok"), message: z.string() })),
    fieldErrors,
    refusalData: neededWork,
    codes: ["sign_in_expired", "not_found", "account_closed", "email_taken", "password", "work_required", "too_many_tries"],
  },
  undoChange: {
    method: "POST",
    path: undoPath,
    summary: "Undoes a change of the email, or the end of an account, with an emailed link and a new password",
    guard: "csrf",
    body: undoBody,
    answer: nothing,
    fieldErrors,
    codes: ["link_expired", "email_taken"],
  },
  reauthenticate: {
    method: "POST",
    path: reauthenticatePath,
    summary: "Proves by the password who is signed in, for ten minutes",
    guard: "csrf",
    body: proofBody,
    answer: nothing,
    fieldErrors,
    codes: ["signed_out", "too_many_tries"],
  },
  checkRecentProof: {
    method: "POST",
    path: recentProofPath,
    screen: settingsPath,
    summary: "Says whether the last proof of who is signed in is recent enough for what is sensitive",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out", "reauthenticate"],
    ...sensitive,
  },
  ...factorCalls,
  ...passkeyCalls,
  changePassword: {
    method: "POST",
    path: passwordPath,
    screen: settingsPath,
    summary: "Changes the password",
    guard: "csrf",
    body: passwordBody,
    answer: nothing,
    codes: ["signed_out", "password_refused", "wrong_password", "too_many_tries", "not_found"],
  },
  resetPassword: {
    method: "POST",
    path: resetPath,
    summary: "Requests a password-reset link, or sets a new password with one",
    guard: "csrf",
    body: resetBody,
    answer: nothing,
    fieldErrors,
    refusalData: neededWork,
    codes: ["too_many_tries", "work_required", "link_expired"],
  },
  confirmEmail: {
    method: "POST",
    path: confirmPath,
    summary: "Confirms an email address with its link, for the browser that requested it or its signed-in customer",
    guard: "csrf",
    body: onceBody,
    answer: nothing,
    codes: ["link_expired", "signed_out", "email_taken"],
  },
  mailConfirmLink: {
    method: "POST",
    path: confirmationMailPath,
    screen: dashboardPath,
    summary: "Resends the email confirmation link",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out", "too_many_tries"],
  },
} as const satisfies Record<string, Call>;

export type SignInAnswer = AnswerOf<typeof identityCalls.signIn>;
export type SignUpAnswer = AnswerOf<typeof identityCalls.signUp>;
export type NewUserAnswer = AnswerOf<typeof identityCalls.settleNewUser>;
export type ProofAnswer = AnswerOf<typeof identityCalls.reauthenticate>;
export type PasskeySignInAnswer = AnswerOf<typeof identityCalls.signInWithPasskey>;
export type PasswordAnswer = AnswerOf<typeof identityCalls.changePassword>;
