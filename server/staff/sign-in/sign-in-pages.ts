import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import type { Person } from "../people/people.ts";
import type { StaffFactors } from "./factors.ts";

const frame = { layout: "staff", robots: "noindex", staff: undefined } as const;
const errorOf = (refusal: Refusal | undefined, field: string) => refusal?.errors?.find((error) => error.field === field)?.message;
const errorsOf = (refusal: Refusal | undefined) => ({
  errors: refusal?.errors ?? [],
  formError: refusal && !refusal.errors ? refusal.error : undefined,
});

const credentials = (refusal: Refusal | undefined, email: string, prefix = "") => ({
  email: {
    name: `${prefix}email`,
    label: "Email",
    value: email,
    error: errorOf(refusal, "email"),
    inputmode: "email",
    autocomplete: "username",
    required: true,
  },
  password: {
    name: `${prefix}password`,
    label: "Password",
    type: "password",
    error: errorOf(refusal, "password"),
    autocomplete: "current-password",
    required: true,
  },
  code: {
    name: `${prefix}code`,
    label: "Code",
    hint: "Of your authenticator app, or a recovery code. With passkeys and no app, sign in with a passkey.",
    error: errorOf(refusal, "code"),
    inputmode: "text",
    autocomplete: "one-time-code",
    maxlength: "40",
  },
});

type SignInInput = {
  token: string;
  next: string | undefined;
  notice?: string | undefined;
  refusal?: Refusal | undefined;
  typed?: Record<string, unknown>;
};

/** The sign-in of the staff; a password is never shown again. */
export const staffSignInPage = ({ token, next, notice, refusal, typed = {} }: SignInInput) => ({
  ...frame,
  title: "Sign in",
  token,
  next,
  notice,
  passkey: { field: "credential", label: "Sign in with a passkey" },
  ...credentials(refusal, readText(typed.email)),
  ...errorsOf(refusal),
});

type ProofInput = {
  token: string;
  action: string;
  typed: readonly { name: string; value: string }[];
  isSignedIn: boolean;
  /** the factors that are set up; undefined if nobody is signed in */
  factors: StaffFactors | undefined;
  refusal: Refusal | undefined;
};

function proofFields(refusal: Refusal | undefined, needsCode: boolean) {
  const fields = credentials(refusal, "", "proof_");
  if (!needsCode) return fields;
  return { ...fields, code: { ...fields.code, hint: "Of your authenticator app, or a recovery code", required: true } };
}

/** Asks for a proof and then sends the form unchanged. */
export const proofPage = ({ token, action, typed, isSignedIn, factors, refusal }: ProofInput) => ({
  ...frame,
  title: isSignedIn ? "Confirm it’s you" : "Sign in to continue",
  token,
  action,
  typed,
  isSignedIn,
  asksForCode: factors?.hasApp !== false,
  // With passkeys and no app, a password proves nothing.
  asksForPassword: factors === undefined || factors.hasApp || factors.passkeys === 0,
  passkey: { field: "proof_passkey", label: "Use a passkey" },
  ...proofFields(refusal, factors?.hasApp === true),
  ...errorsOf(refusal),
});

type JoinInput = {
  token: string;
  link: string;
  person: Person | undefined;
  refusal?: Refusal | undefined;
  typed?: Record<string, unknown>;
};

/**
 * The page to which the link of a newly added person leads. The person chooses a password there.
 */
export const joinPage = ({ token, link, person, refusal, typed = {} }: JoinInput) => ({
  ...frame,
  title: "Welcome",
  token,
  link,
  person,
  name: {
    name: "name",
    label: "Your name",
    hint: "As others of the staff see it",
    value: readText(typed.name) || (person?.name ?? ""),
    error: errorOf(refusal, "name"),
    autocomplete: "name",
    maxlength: "100",
    required: true,
  },
  password: {
    name: "password",
    label: "New password",
    type: "password",
    hint: "At least 8 characters with a number or symbol, and no spaces",
    error: errorOf(refusal, "password"),
    autocomplete: "new-password",
    required: true,
  },
  ...errorsOf(refusal),
});

type StaffSignInPage = ReturnType<typeof staffSignInPage>;
export const staffSignInView = view<StaffSignInPage>("staff/sign-in");
type ProofPage = ReturnType<typeof proofPage>;
export const proofView = view<ProofPage>("staff/proof");
type JoinPage = ReturnType<typeof joinPage>;
export const joinView = view<JoinPage>("staff/join");
