import { signInPath } from "../customers/paths.ts";
import { linkRequestNotice } from "../customers/rules/link-request-notice.ts";
import type { Dates } from "../dates.ts";
import type { Refusal } from "../outcome.ts";
import { readText } from "../read-text.ts";
import type { FormDraft } from "../web/form-drafts.ts";
import type { SignInReason } from "../web/sign-in-reason.ts";
import { view } from "../web/view.ts";
import type { BotCheck } from "./bot-check/bot-check.ts";
import { confirmPath, resetPath, signUpPath } from "./paths.ts";
import { linkToken, type SignInLinkState, signInLinkNotice } from "./sign-in-link-page.ts";

/**
 * The values of each page: the token of its forms, the path to go on to, and a refused native form
 * with its typed values.
 */
export type IdentityPageInput = {
  token: string;
  next: string | undefined;
  refusal?: Refusal | undefined;
  typed?: Record<string, unknown> | undefined;
};

type BotCheckProps = { form: BotCheck["form"]; script: string | undefined };

/** Typed values that the page may show again: never a password. */
const typedValues = <Name extends string>(values: Record<string, unknown> = {}, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, readText(values[name])])) as Record<Name, string>;

const formOf = <Name extends string>({ token, next, refusal, typed }: IdentityPageInput, names: readonly Name[]) => ({
  token,
  ...(next !== undefined && { next }),
  typed: typedValues(typed, names),
  errors: refusal?.errors ?? [],
  ...(refusal && !refusal.errors && { formError: refusal.error }),
});

const errorOf = ({ refusal }: IdentityPageInput, field: string) =>
  refusal?.errors?.find((error) => error.field === field)?.message;

const withNext = (path: string, next: string | undefined) =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;

const frame = { robots: "noindex" } as const;

type Notice = { kind: "success" | "info"; message: string };
const success = (message: string): Notice => ({ kind: "success", message });

/** The notices of the sign-in page, by its reason (web/sign-in-reason.ts). */
const notices: Readonly<Record<SignInReason, Notice>> = {
  email: success("Confirm your new email address with the link we sent to it. Until then, sign in with the old one."),
  password: success("Password changed successfully."),
  disabled: success("account disabled correctly"),
  sessions: success("You’re signed out everywhere."),
  over: { kind: "info", message: "You’ve been signed out. Sign in again to pick up where you left off." },
};

const isReason = (name: string): name is SignInReason => Object.hasOwn(notices, name);

/**
 * The notice for a reason. If no reason is known, but the visitor is to go on to `next`, the notice
 * asks them to sign in.
 */
function noticeOf(reason: string | undefined, next: string | undefined): Notice | undefined {
  if (reason !== undefined && isReason(reason)) return notices[reason];
  return next === undefined ? undefined : { kind: "info", message: "Sign in to continue." };
}

type SignInPageInput = {
  custom?: { token: string; other: string | undefined } | undefined;
  reason?: string | undefined;
  link?: SignInLinkState | undefined;
};

/**
 * The sign-in screen. If the address has a custom token, the island signs in with it automatically.
 * Without scripts, or if another customer is signed in, the visitor presses a button.
 */
export function signInPage(input: IdentityPageInput, { custom, reason, link }: SignInPageInput = {}) {
  const workLink = signInLinkNotice(input, link);
  const work = linkToken(input, link);
  const wrong = input.refusal?.code === "wrong_credentials" ? input.refusal : undefined;
  return {
    ...frame,
    title: "Sign in",
    // The link's notice shows the refusal; without a notice the form shows it.
    form: {
      ...formOf(workLink ? { ...input, refusal: undefined } : input, ["email"]),
      ...(wrong && { errors: [{ field: "password", message: wrong.error }] }),
      ...(work !== undefined && { work }),
    },
    ...(workLink && { workLink }),
    ...(custom && { custom: { ...custom, csrf: input.token, ...(input.next !== undefined && { next: input.next }) } }),
    passkey: { ...(input.next !== undefined && { next: input.next }) },
    notice: input.refusal || workLink ? undefined : noticeOf(reason, input.next),
    signUp: withNext(signUpPath, input.next),
    reset: withNext(resetPath, input.next),
  };
}

/**
 * The sign-up screen. `mailedTo` is the address to which a link was mailed, for a form sent without
 * scripts. `order` is the order whose orderer signs up; the form then asks only for a password.
 */
export function signUpPage(
  input: IdentityPageInput,
  bots: BotCheckProps,
  { mailedTo, order }: { mailedTo: string | undefined; order: { id: string; email: string } | undefined },
) {
  return {
    ...frame,
    title: mailedTo === undefined ? "Create an account" : "Check your email",
    form: { ...formOf(input, ["email", "first_name", "last_name"]), bots: bots.form, ...(order && { order }) },
    botScript: bots.script,
    mailedTo,
    signIn: withNext(signInPath, input.next),
  };
}

/**
 * The page of a sign-up's mailed link; without a pending account it says that the link has expired.
 */
export const signUpLinkPage = (
  input: IdentityPageInput,
  link: string,
  pending: { email: string; asksPassword: boolean } | undefined,
) => ({
  ...frame,
  title: "Finish creating your account",
  form: formOf(input, []),
  link,
  ...pending,
  passwordError: errorOf(input, "password"),
});

/** `next` is the path that the page's link leads to. */
export const welcomePage = (name: string, next: string) => ({ ...frame, title: "Welcome", name, next });

type Passkey = { id: string; name: string; createdAt: number };

/** Checkboxes to keep an account's passkeys with a new password, ticked at first. */
export function passkeyBoxes({ refusal, typed }: IdentityPageInput, passkeys: readonly Passkey[], dates: Dates) {
  const ticked = [typed?.passkeys].flat();
  return passkeys.map(({ id, name, createdAt }) => ({
    id,
    name,
    added: dates.moment(createdAt),
    isKept: refusal === undefined || ticked.includes(id),
  }));
}

type PasskeyBoxes = ReturnType<typeof passkeyBoxes>;
type ResetLink = { token: string; good: boolean; passkeys: PasskeyBoxes };

/**
 * The page of a new password: the form that requests a link, the form behind the link, or the
 * notice that it has expired.
 */
export function resetPage(input: IdentityPageInput, link: ResetLink | undefined, linkSent: boolean) {
  return {
    ...frame,
    title: link ? "Choose a new password" : "Forgot your password?",
    signIn: withNext(signInPath, input.next),
    again: withNext(resetPath, input.next),
    form: formOf(input, ["email"]),
    emailError: errorOf(input, "email"),
    field: { name: "newPassword", label: "New password", error: errorOf(input, "newPassword") },
    link,
    linkSent,
    notice: linkRequestNotice(input.refusal),
    request: { next: resetSentFor(input.next), kind: "primary" as const },
  };
}

/** The address of the page that says that a link was mailed. */
export const resetSentFor = (next: string | undefined) =>
  `${withNext(resetPath, next)}${next === undefined ? "?" : "&"}link=sent`;

type ConfirmLink = { token: string; found: "good" | "another's" | "lapsed"; sent?: boolean };

/**
 * The page of a confirmation link. `sent` is true if a link has just been mailed to a new address.
 * A visitor who has to sign in first returns to the link.
 */
export const confirmPage = (input: IdentityPageInput, { token, found, sent }: ConfirmLink, confirmed: string | undefined) => ({
  ...frame,
  title: "Confirm your email",
  form: formOf(input, []),
  link: { token, sent, good: found === "good" },
  ...(found === "another's" && {
    signIn: withNext(signInPath, `${confirmPath}?token=${encodeURIComponent(token)}`),
  }),
  confirmed,
});

/** The page of a link that undoes a change of the email, or the disabling of the account. */
export const undoPage = (
  input: IdentityPageInput,
  token: string,
  undoable: { kind: "undo-email" | "undo-disable"; email: string; passkeys: PasskeyBoxes } | undefined,
) => ({
  ...frame,
  title: "Undo a change",
  form: formOf(input, []),
  token,
  found: undoable && { email: undoable.kind === "undo-email" ? undoable.email : undefined, passkeys: undoable.passkeys },
  field: { name: "newPassword", label: "New password", error: errorOf(input, "newPassword") },
});

/** The customer who gives a proof, by the password, a passkey, or an account at a provider. */
type ProofHolder = {
  email: string;
  hasPassword: boolean;
  hasPasskey: boolean;
  /** a proof by password also needs a code from the authenticator app */
  hasAuthenticator: boolean;
  providers: readonly { label: string; href: string }[];
};

/** Asks a signed-in customer for a proof of identity; `page` is the page that needs the proof. */
export const proofPage = (input: IdentityPageInput, holder: ProofHolder, page: string) => ({
  ...frame,
  title: "Confirm it’s you",
  form: formOf(input, []),
  error: errorOf(input, "password"),
  codeError: errorOf(input, "code"),
  passkey: {},
  holder,
  page,
});

/** The page that sends a kept form once more at a press, so that the typed values are not lost. */
export const resubmitPage = (
  token: string,
  form: { page: string; method: string; label: string },
  { form: action, typed }: FormDraft,
) => ({
  ...frame,
  title: form.label,
  token,
  form,
  action,
  fields: Object.entries(typed).map(([name, value]) => ({ name, value })),
});

/** The values that each view of this feature receives. */
type SignInPage = ReturnType<typeof signInPage>;
export const signInView = view<SignInPage>("identity/sign-in");
type SignUpPage = ReturnType<typeof signUpPage>;
export const signUpView = view<SignUpPage>("identity/sign-up");
type SignUpLinkPage = ReturnType<typeof signUpLinkPage>;
export const signUpLinkView = view<SignUpLinkPage>("identity/sign-up-link");
type WelcomePage = ReturnType<typeof welcomePage>;
export const welcomeView = view<WelcomePage>("identity/welcome");
type ResetPage = ReturnType<typeof resetPage>;
export const resetView = view<ResetPage>("identity/reset");
type ProofPage = ReturnType<typeof proofPage>;
export const proofView = view<ProofPage>("identity/reauthenticate");
type ResubmitPage = ReturnType<typeof resubmitPage>;
export const resubmitView = view<ResubmitPage>("identity/resubmit");
type UndoPage = ReturnType<typeof undoPage>;
export const undoView = view<UndoPage>("identity/undo");
type ConfirmPage = ReturnType<typeof confirmPage>;
export const confirmView = view<ConfirmPage>("identity/confirm");
