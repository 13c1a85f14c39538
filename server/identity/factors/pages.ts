import { settingsPath } from "../../customers/paths.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import type { IdentityPageInput } from "../pages.ts";
import { qrPath } from "./qr.ts";

const frame = { robots: "noindex" } as const;
const codeError = (refusal: Refusal | undefined) => refusal?.errors?.find(({ field }) => field === "code")?.message;
const errorsOf = (refusal: Refusal | undefined) => ({
  errors: refusal?.errors ?? [],
  error: codeError(refusal),
  formError: refusal && !refusal.errors ? refusal.error : undefined,
});

/** The page of a new secret, shown as a picture and as text in groups of four for typing. */
export const authenticatorPage = (
  token: string,
  { secret, address }: { secret: string; address: string },
  refusal: Refusal | undefined,
) => ({
  ...frame,
  title: "Set up an authenticator app",
  token,
  qr: qrPath(address),
  secret: (secret.match(/.{1,4}/g) ?? []).join(" "),
  address,
  settings: settingsPath,
  ...errorsOf(refusal),
});

/** The page of new recovery codes, with a file to keep. */
export const codesPage = (codes: readonly string[]) => ({
  ...frame,
  title: "Recovery codes",
  codes,
  file: `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`,
  settings: settingsPath,
});

/**
 * The page that asks for a second step. `removal` is the state of a lost app's removal, for a
 * sign-in that the password began.
 */
export const secondStepPage = (
  { token, next, refusal }: IdentityPageInput,
  removal: { due: string | undefined } | undefined,
) => ({
  ...frame,
  title: "Enter your code",
  token,
  next,
  removal: removal && {
    notice: removal.due && {
      kind: "info" as const,
      message: `Your authenticator app will be removed on ${removal.due}. From then on, your password alone signs in.`,
    },
  },
  ...errorsOf(refusal),
});

/** The page of a link that stops the removal of an app. */
export const keepPage = (token: string, link: string, state: "waits" | "kept" | "over") => ({
  ...frame,
  title: "Keep your authenticator app",
  token,
  link,
  waits: state === "waits",
  kept: state === "kept",
});

type KeepPage = ReturnType<typeof keepPage>;
export const keepView = view<KeepPage>("identity/keep-authenticator");
type AuthenticatorPage = ReturnType<typeof authenticatorPage>;
export const authenticatorView = view<AuthenticatorPage>("identity/authenticator");
type CodesPage = ReturnType<typeof codesPage>;
export const codesView = view<CodesPage>("identity/recovery-codes");
type SecondStepPage = ReturnType<typeof secondStepPage>;
export const secondStepView = view<SecondStepPage>("identity/second-step");
