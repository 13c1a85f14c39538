import { agentWords } from "../customers/rules/agent.ts";
import type { EventSource } from "../customers/security-events.ts";
import type { Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { MailedChange } from "./email-templates.ts";

/**
 * The recipient of an account's email. Each email is a job: it is sent after the commit, and reads
 * its data itself.
 */
type Recipient = { customerId: string; email: string };

const enqueueMail = (tx: Tx, kind: string, payload: Record<string, unknown>, now: number): Promise<void> =>
  enqueue(tx, { kind, subject: newId(), payload }, now);

/**
 * Mails a link that verifies the address of a new account. The link works only in the browser that
 * opened the account, or for the signed-in customer.
 */
export const mailVerification = (tx: Tx, to: Recipient & { visitor: string | undefined }, now: number) =>
  enqueueMail(tx, "verify-email-mail", to, now);

/**
 * Mails the link of a sign-up without scripts: `pending` identifies the pending account
 * (sign-up-mail.ts).
 */
export const mailSignUp = (tx: Tx, pending: string, email: string, now: number): Promise<void> =>
  enqueue(tx, { kind: "sign-up-mail", subject: pending, payload: { email } }, now);

/** Mails a link for a new password, if there is an account with this normalised email. */
export const mailReset = (tx: Tx, to: { email: string; next: string | undefined }, now: number) =>
  enqueueMail(tx, "reset-mail", to, now);

/**
 * Mails a link that replaces the proof of work of one sign-in, if there is an account with this
 * normalised email.
 */
export const mailSignInLink = (tx: Tx, to: { email: string; next: string | undefined }, now: number) =>
  enqueueMail(tx, "sign-in-link-mail", to, now);

/** Mails the account's holder that the password was changed. */
export const mailPasswordChanged = (tx: Tx, to: Recipient, now: number) => enqueueMail(tx, "password-changed-mail", to, now);

/** Mails that a link has set the password, and how many passkeys were removed with it. */
export const mailPasswordReset = (tx: Tx, to: Recipient & { removed: number }, now: number) =>
  enqueueMail(tx, "password-reset-mail", to, now);

/** Mails that an account at a provider was linked to this one. */
export const mailLinked = (tx: Tx, to: Recipient, label: string, now: number) =>
  enqueueMail(tx, "social-linked-mail", { ...to, label }, now);

const deviceOf = ({ origin: { agent } }: EventSource): string => (agent === "" ? "" : agentWords(agent));

/**
 * Mails that the account's app will be removed, with a link that stops the removal. `now` is the
 * time of the request.
 */
export const mailTotpRemoval = (tx: Tx, to: Recipient, source: EventSource, now: number) =>
  enqueueMail(tx, "totp-removal-mail", { ...to, device: deviceOf(source), requestedAt: now }, now);

/** Mails the account's holder about a sign-in or a change of the ways to sign in. */
export const mailSecurityChange = (
  tx: Tx,
  to: Recipient,
  { kind, source }: { kind: MailedChange; source: EventSource },
  now: number,
): Promise<void> => enqueueMail(tx, "security-change-mail", { ...to, change: kind, device: deviceOf(source), at: now }, now);
