import type { Refusal } from "../outcome.ts";
import { readText } from "../read-text.ts";
import { signInLinkPath } from "./paths.ts";

/**
 * The notice that offers a mailed link if a sign-in takes work, since a browser without scripts
 * cannot do work. These are the values of views/ui/work-link.hbs.
 */
export type WorkLinkNotice = {
  kind: "success" | "warning" | "error";
  heading: string;
  message: string;
  /** the form that requests a link; absent once one was sent */
  request?: { action: string; fields: { name: string; value: string }[] };
};

/** The state of a mailed link: it may be used, was just sent, is invalid, or was refused. */
export type SignInLinkState = { work: string } | { link: "sent" | "lapsed" } | { refusal: Refusal };

type LinkPageInput = {
  token: string;
  next: string | undefined;
  refusal?: Refusal | undefined;
  typed?: Record<string, unknown> | undefined;
};

const oneMoreStep = "One more step before you sign in";
const spent = "That link was already used or has expired.";

const sentNotice: WorkLinkNotice = {
  kind: "success",
  heading: "Check your email",
  message: "If an account has that address, a link is on its way to it. It works once, within an hour.",
};
const lapsed: WorkLinkNotice = {
  kind: "warning",
  heading: oneMoreStep,
  message: `${spent} Sign in below to request a new one.`,
};

const requestOf = ({ token, next, typed }: LinkPageInput) => ({
  action: signInLinkPath,
  fields: [
    { name: "_csrf", value: token },
    { name: "email", value: readText(typed?.email) },
    ...(next === undefined ? [] : [{ name: "next", value: next }]),
  ],
});

/** The sign-in page's notice about links; undefined if no work is needed. */
export function signInLinkNotice(input: LinkPageInput, state: SignInLinkState | undefined): WorkLinkNotice | undefined {
  if (state && "link" in state) return state.link === "sent" ? sentNotice : lapsed;
  const request = requestOf(input);
  if (state && "refusal" in state)
    return { kind: "error", heading: "We couldn’t send a link", message: state.refusal.error, request };
  if (input.refusal?.code !== "work_required") return undefined;
  const message = readText(input.typed?.work)
    ? `${spent} Request a new one.`
    : "Many wrong passwords were entered lately, so we check more closely. Open the link that we email to you, then enter your password again.";
  return { kind: "warning", heading: oneMoreStep, message, request };
}

/**
 * The token of a link for the form. A try uses the link up, unless the try is refused before the
 * password is checked.
 */
export function linkToken({ refusal, typed }: LinkPageInput, state: SignInLinkState | undefined): string | undefined {
  if (state) return "work" in state ? state.work : undefined;
  const untried = refusal?.code === "invalid_fields" || refusal?.code === "csrf";
  return (untried && readText(typed?.work)) || undefined;
}
