import { z } from "zod";
import { createOneTimeToken } from "../customers/one-time-tokens.ts";
import { signInPath } from "../customers/paths.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import { composeEmail } from "../outbox/compose-email.ts";
import type { JobWorker } from "../outbox/worker.ts";
import type { Shop } from "../shop.ts";
import { confirmPath, resetPath, signUpPath } from "./paths.ts";
import { findAccount, findAccountByEmail } from "./queries.ts";
import { pendingToken } from "./sign-up-mail.ts";

const recipient = z.object({ customerId: z.string(), email: z.string() });
const hour = 3_600_000;
const day = 24 * hour;

/** Sent again after a crash, an email has a new link; older ones stay valid until one is used. */
export const identityJobs = (shop: Shop): Record<string, JobWorker> => ({
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
          "Thank you for opening an account.",
          "Please confirm that this address is yours; orders that you placed with it before will then stand in your account.",
        ],
        action: { label: "Confirm this address", href: `${shop.config.publicUrl}${confirmPath}?token=${token}` },
        small:
          "The link is good for seven days, where you opened the account or where you are signed in. If you opened no account, you can leave this letter as it is.",
      }),
    );
  },
  "sign-up-mail": async (payload, job) => {
    const { email } = z.object({ email: z.string() }).parse(payload);
    const known = await findAccountByEmail(shop.db, normaliseEmail(email));
    const token = pendingToken(shop.config.sessionSecret, job.subject);
    const note = known
      ? {
          title: "Your account",
          paragraphs: [
            "Somebody, hopefully you, wanted to open an account with this address. There is one already.",
            "Sign in with your password, or choose a new one if you have forgotten it.",
          ],
          action: { label: "Sign in", href: shop.config.publicUrl + signInPath },
          small: "If it was not you, nothing has changed.",
        }
      : {
          title: "Open your account",
          paragraphs: ["Somebody, hopefully you, wants to open an account with this address. One press more, and it is yours."],
          action: { label: "Open my account", href: `${shop.config.publicUrl}${signUpPath}?token=${token}` },
          small:
            "The link is good for one day; on another device it asks for the password that you chose. If it was not you, you can leave this letter as it is: no account is opened.",
        };
    await shop.mail.send(composeEmail(shop, known?.email ?? email, `sign-up-${job.id}`, note));
  },
  "reset-mail": async (payload, job) => {
    const { email } = z.object({ email: z.string() }).parse(payload);
    const account = await findAccountByEmail(shop.db, email);
    if (!account || account.disabled_at !== null) return;
    const once = { kind: "reset" as const, subject: account.id, payload: { email: account.email }, lifetime: hour };
    const token = await createOneTimeToken(shop.db, once, shop.now());
    await shop.mail.send(
      composeEmail(shop, account.email, `reset-${job.id}`, {
        title: "A new password",
        paragraphs: ["Somebody, hopefully you, asked for a new password for your account."],
        action: { label: "Choose a new password", href: `${shop.config.publicUrl}${resetPath}?token=${token}` },
        small: "The link is good for one hour and for one change. If it was not you, nothing has changed.",
      }),
    );
  },
  "password-changed-mail": async (payload, job) => {
    const { email } = recipient.parse(payload);
    await shop.mail.send(
      composeEmail(shop, email, `password-${job.id}`, {
        title: "Your password was changed",
        paragraphs: [
          "The password of your account was changed, and every device was signed out.",
          "If it was not you, ask for a new password at once.",
        ],
        action: { label: "Ask for a new password", href: shop.config.publicUrl + resetPath },
      }),
    );
  },
  "social-linked-mail": async (payload, job) => {
    const { email, label } = recipient.extend({ label: z.string() }).parse(payload);
    await shop.mail.send(
      composeEmail(shop, email, `linked-${job.id}`, {
        title: `${label} opens your account now`,
        paragraphs: [
          `Somebody, hopefully you, signed in by ${label} with this address, and was let in. From now on that account opens yours.`,
          "If it was not you, set a new password by the link below: it disconnects every account like this, and signs every device out.",
        ],
        action: { label: "Ask for a new password", href: shop.config.publicUrl + resetPath },
      }),
    );
  },
});
