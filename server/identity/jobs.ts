import { z } from "zod";
import { createOneTimeToken } from "../customers/one-time-tokens.ts";
import { signInPath } from "../customers/paths.ts";
import { mailLimit, mostWorkedMails } from "../customers/rate-limits.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import { mailUndoAgain } from "../customers/undo-mails.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import type { JobWorker } from "../jobs/queue.ts";
import type { Shop } from "../shop.ts";
import { identityEmails } from "./email-templates.ts";
import { removeDue } from "./factors/removal.ts";
import { recordFailedSignIn } from "./failed-sign-in.ts";
import { confirmPath, resetPath, signUpPath } from "./paths.ts";
import { findAccount, findAccountByEmail } from "./queries.ts";
import { securityMail, totpRemovalMail } from "./security-mails.ts";
import { signSignInLink } from "./sign-in-work.ts";
import { pendingToken } from "./sign-up-mail.ts";

const recipient = z.object({ customerId: z.string(), email: z.string() });
const dueRemoval = z.object({ customerId: z.string(), requestedAt: z.number() });
const hour = 3_600_000;
const day = 24 * hour;

function removedWords(passkeys: number): string {
  if (passkeys === 0) return "No passkey was removed.";
  return passkeys === 1 ? "One passkey was removed." : `${passkeys} passkeys were removed.`;
}

/**
 * The workers of this feature's jobs, by the kind of job. If an email is sent again after a crash,
 * it has a new link; the older links stay valid until one link is used.
 */
export const identityJobs = (shop: Shop): Record<string, JobWorker> => ({
  "security-change-mail": securityMail(shop),
  "totp-removal-mail": totpRemovalMail(shop),
  "remove-totp": (payload) => removeDue(shop.db, dueRemoval.parse(payload), shop.now()),
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
      await composeEmail(shop, identityEmails.verify, {
        to: email,
        messageId: `verify-${job.id}`,
        facts: {},
        link: { href: `${shop.config.publicUrl}${confirmPath}?token=${token}` },
      }),
    );
  },
  "sign-up-mail": async (payload, job) => {
    const { email } = z.object({ email: z.string() }).parse(payload);
    const account = await findAccountByEmail(shop.db, normaliseEmail(email));
    const token = await pendingToken(shop.db, shop.config.sessionSecret, job.subject, shop.now());
    if (!account && token === undefined) return;
    const { publicUrl } = shop.config;
    const [template, to, href] = account
      ? [identityEmails.signUpKnown, account.email, publicUrl + signInPath]
      : [identityEmails.signUp, email, `${publicUrl}${signUpPath}?token=${token}`];
    await shop.mail.send(await composeEmail(shop, template, { to, messageId: `sign-up-${job.id}`, facts: {}, link: { href } }));
  },
  "reset-mail": async (payload, job) => {
    const { email, next } = z.object({ email: z.string(), next: z.string().optional() }).parse(payload);
    const account = await findAccountByEmail(shop.db, email);
    if (await mailUndoAgain(shop, email, `undo-${job.id}`)) return;
    if (!account || account.disabled_at !== null) return;
    if (await mailLimit(shop.db, "reset-sent", email, shop.now(), mostWorkedMails)) return;
    const once = { kind: "reset" as const, subject: account.id, payload: { email: account.email }, lifetime: hour };
    const token = await createOneTimeToken(shop.db, once, shop.now());
    const query = `?token=${token}${next ? `&next=${encodeURIComponent(next)}` : ""}`;
    await shop.mail.send(
      await composeEmail(shop, identityEmails.reset, {
        to: account.email,
        messageId: `reset-${job.id}`,
        facts: {},
        link: { href: shop.config.publicUrl + resetPath + query },
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
      await composeEmail(shop, identityEmails.signInLink, {
        to: account.email,
        messageId: `sign-in-link-${job.id}`,
        facts: {},
        link: { href: `${shop.config.publicUrl}${signInPath}?${query}` },
      }),
    );
  },
  "password-changed-mail": async (payload, job) => {
    const { email } = recipient.parse(payload);
    await shop.mail.send(
      await composeEmail(shop, identityEmails.passwordChanged, {
        to: email,
        messageId: `password-${job.id}`,
        facts: {},
        link: { href: shop.config.publicUrl + resetPath },
      }),
    );
  },
  "password-reset-mail": async (payload, job) => {
    const { email, removed } = recipient.extend({ removed: z.number() }).parse(payload);
    await shop.mail.send(
      await composeEmail(shop, identityEmails.passwordReset, {
        to: email,
        messageId: `password-reset-${job.id}`,
        facts: { passkeys: removedWords(removed) },
        link: { href: shop.config.publicUrl + resetPath },
      }),
    );
  },
  "social-linked-mail": async (payload, job) => {
    const { email, label } = recipient.extend({ label: z.string() }).parse(payload);
    await shop.mail.send(
      await composeEmail(shop, identityEmails.linked, {
        to: email,
        messageId: `linked-${job.id}`,
        facts: { provider: label },
        link: { href: shop.config.publicUrl + resetPath },
      }),
    );
  },
});
