import { z } from "zod";
import { createOneTimeToken } from "../customers/one-time-tokens.ts";
import { signInPath } from "../customers/paths.ts";
import { mailLimit, mostWorkedMails } from "../customers/rate-limits.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import { mailUndoAgain } from "../customers/undo-mails.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import type { JobWorker } from "../jobs/queue.ts";
import type { Shop } from "../shop.ts";
import { recordFailedSignIn } from "./failed-sign-in.ts";
import { confirmPath, resetPath, signUpPath } from "./paths.ts";
import { findAccount, findAccountByEmail } from "./queries.ts";
import { securityMail } from "./security-mails.ts";
import { signSignInLink } from "./sign-in-work.ts";
import { pendingToken } from "./sign-up-mail.ts";

const recipient = z.object({ customerId: z.string(), email: z.string() });
const hour = 3_600_000;
const day = 24 * hour;

/** Sent again after a crash, an email has a new link; older ones stay valid until one is used. */
export const identityJobs = (shop: Shop): Record<string, JobWorker> => ({
  "security-change-mail": securityMail(shop),
  "sign-in-failed": (payload) => recordFailedSignIn(shop.db, payload),
  "verify-email-mail": async (payload, job) => {
    const { customerId, email, visitor } = recipient.extend({ visitor: z.string().optional() }).parse(payload);
    const account = await findAccount(shop.db, customerId);
    if (!account || account.email !== email || account.email_verified === 1) return;
    const token = await createOneTimeToken(
      shop.db,
      { kind: "verify-email", subject: customerId, payload: { email, visitor }, lifetime: 7 * day },
      shop.now(),
    );
    await shop.mail.send(
      composeEmail(shop, email, `verify-${job.id}`, {
        title: "Your account",
        paragraphs: [
          "Thank you for creating an account.",
          "Please confirm your email address. Any orders you placed with it as a guest will then appear in your account.",
        ],
        action: { label: "Confirm email address", href: `${shop.config.publicUrl}${confirmPath}?token=${token}` },
        small:
          "The link works for seven days, in the browser where you signed up or are signed in. If you didn’t create an account, you can ignore this email.",
      }),
    );
  },
  "sign-up-mail": async (payload, job) => {
    const { email } = z.object({ email: z.string() }).parse(payload);
    const account = await findAccountByEmail(shop.db, normaliseEmail(email));
    const token = await pendingToken(shop.db, shop.config.sessionSecret, job.subject, shop.now());
    if (!account && token === undefined) return;
    const note = account
      ? {
          title: "Your account",
          paragraphs: [
            "Someone tried to create an account with this email address, but you already have one.",
            "Sign in with your password, or choose a new one if you forgot it.",
          ],
          action: { label: "Sign in", href: shop.config.publicUrl + signInPath },
          small: "If this wasn’t you, nothing has changed.",
        }
      : {
          title: "Finish creating your account",
          paragraphs: ["Someone asked to create an account with this email address. If it was you, one more step finishes it."],
          action: { label: "Create my account", href: `${shop.config.publicUrl}${signUpPath}?token=${token}` },
          small:
            "The link works for 24 hours. On another device, it asks for the password you chose. If this wasn’t you, you can ignore this email, and no account will be created.",
        };
    await shop.mail.send(composeEmail(shop, account?.email ?? email, `sign-up-${job.id}`, note));
  },
  "reset-mail": async (payload, job) => {
    const { email, next } = z.object({ email: z.string(), next: z.string().optional() }).parse(payload);
    const account = await findAccountByEmail(shop.db, email);
    if (await mailUndoAgain(shop, email, `undo-${job.id}`)) return;
    if (!account || account.disabled_at !== null) return;
    if (await mailLimit(shop.db, "reset-sent", email, shop.now(), mostWorkedMails)) return;
    const once = { kind: "reset" as const, subject: account.id, payload: { email: account.email }, lifetime: hour };
    const token = await createOneTimeToken(shop.db, once, shop.now());
    await shop.mail.send(
      composeEmail(shop, account.email, `reset-${job.id}`, {
        title: "Reset your password",
        paragraphs: ["Someone asked to reset the password for your account."],
        action: {
          label: "Choose a new password",
          href: `${shop.config.publicUrl}${resetPath}?token=${token}${next ? `&next=${encodeURIComponent(next)}` : ""}`,
        },
        small: "The link is good for one hour and for one change. If this wasn’t you, nothing has changed.",
      }),
    );
  },
  "sign-in-link-mail": async (payload, job) => {
    const { email, next } = z.object({ email: z.string(), next: z.string().optional() }).parse(payload);
    const account = await findAccountByEmail(shop.db, email);
    if (!account || account.disabled_at !== null || account.password_hash === null) return;
    const parts = { now: shop.now, secret: shop.config.sessionSecret };
    const query = new URLSearchParams({ work: signSignInLink(parts, email, job.id), ...(next !== undefined && { next }) });
    await shop.mail.send(
      composeEmail(shop, account.email, `sign-in-link-${job.id}`, {
        title: "Continue to sign in",
        paragraphs: [
          "Someone asked for a link to sign in to your account, after many wrong passwords were entered for it.",
          "It leads to the sign-in page. Enter your password there.",
        ],
        action: { label: "Continue to sign in", href: `${shop.config.publicUrl}${signInPath}?${query}` },
        small:
          "The link works once, within an hour, and only together with your password. If this wasn’t you, you can ignore this email.",
      }),
    );
  },
  "password-changed-mail": async (payload, job) => {
    const { email } = recipient.parse(payload);
    await shop.mail.send(
      composeEmail(shop, email, `password-${job.id}`, {
        title: "Your password was changed",
        paragraphs: [
          "The password for your account was changed, and all devices were signed out.",
          "If this wasn’t you, reset your password right away.",
        ],
        action: { label: "Reset your password", href: shop.config.publicUrl + resetPath },
      }),
    );
  },
  "social-linked-mail": async (payload, job) => {
    const { email, label } = recipient.extend({ label: z.string() }).parse(payload);
    await shop.mail.send(
      composeEmail(shop, email, `linked-${job.id}`, {
        title: `${label} now signs in to your account`,
        paragraphs: [
          `Someone signed in with ${label} using this email address. That ${label} account can now sign in to yours.`,
          "If this wasn’t you, reset your password with the link below. That disconnects all such accounts and signs out all devices.",
        ],
        action: { label: "Reset your password", href: shop.config.publicUrl + resetPath },
      }),
    );
  },
});
