import { z } from "zod";
import { composeEmail } from "../jobs/compose-email.ts";
import type { JobWorker } from "../jobs/queue.ts";
import { removeAvatar } from "../media/avatars.ts";
import type { Shop } from "../shop.ts";
import { createOneTimeToken } from "./one-time-tokens.ts";
import { signInPath } from "./paths.ts";
import { findByEmail, findEmails } from "./queries.ts";
import { normaliseEmail } from "./rules/email.ts";

const day = 24 * 3_600_000;
const toNew = z.object({ customerId: z.string(), email: z.string(), visitor: z.string().optional() });
const toOld = z.object({ email: z.string(), next: z.string() });

/**
 * Mails the link that confirms a new address. Where another account has the address, its holder
 * gets an email without a link.
 */
async function mailNewAddress(shop: Shop, { customerId, email, visitor }: z.output<typeof toNew>, jobId: string): Promise<void> {
  const { db, config, now } = shop;
  const account = await findEmails(db, customerId);
  if (!account || account.disabled_at !== null || account.pending_email !== email) return;
  // Also for an address that another account has: the profile shows that it waits for a link in
  // either case.
  const payload = { email, visitor };
  const token = await createOneTimeToken(db, { kind: "change-email", subject: customerId, payload, lifetime: day }, now());
  const note = (await findByEmail(db, normaliseEmail(email)))
    ? {
        title: "Your email address",
        paragraphs: [
          "Someone asked to use this email address for another account. Your account already uses it, so nothing has changed.",
        ],
        action: { label: "Sign in", href: config.publicUrl + signInPath },
        small: "If this was you, sign in with this address. If not, you can ignore this email.",
      }
    : {
        title: "Confirm your new email address",
        paragraphs: [
          "Please confirm that this is your account’s new email address.",
          "Until then, keep signing in with your old address. Once you confirm, all devices are signed out.",
        ],
        action: { label: "Confirm email address", href: `${config.publicUrl}/identity/confirm/?token=${token}` },
        small: "The link works once, within 24 hours. If this wasn’t you, you can ignore this email.",
      };
  await shop.mail.send(composeEmail(shop, email, `change-email-${jobId}`, note));
}

/** Workers by the kind of their job; a payload of another shape throws. */
export const customerJobs = (shop: Shop): Record<string, JobWorker> => ({
  "change-email-mail": (payload, { id }) => mailNewAddress(shop, toNew.parse(payload), id),
  "change-email-told": async (payload, { id }) => {
    const { email, next } = toOld.parse(payload);
    await shop.mail.send(
      composeEmail(shop, email, `change-email-told-${id}`, {
        title: "Your email address is changing",
        paragraphs: [
          `Someone asked to change your account’s email address to ${next}.`,
          "All devices were signed out. Keep signing in with this address until the link we sent to the new one is opened.",
          "If this wasn’t you, choose a new password right away. That also stops the change.",
        ],
        action: { label: "Choose a new password", href: `${shop.config.publicUrl}/identity/reset/` },
      }),
    );
  },
  "email-changed-mail": async (payload, { id }) => {
    const { email, next } = toOld.parse(payload);
    await shop.mail.send(
      composeEmail(shop, email, `email-changed-${id}`, {
        title: "Your email address was changed",
        paragraphs: [
          `Your account’s email address is now ${next}, and all devices were signed out.`,
          "If this wasn’t you, reply to this email right away.",
        ],
      }),
    );
  },
  "remove-avatar": (_payload, { subject }) => removeAvatar(shop.config.dataDir, subject),
  "account-disabled-mail": async (payload, job) => {
    const { email } = z.object({ email: z.string() }).parse(payload);
    await shop.mail.send(
      composeEmail(shop, email, `disabled-${job.id}`, {
        title: "Your account was disabled",
        paragraphs: [
          "Your account was disabled, as requested in its settings, and your personal data was removed from it.",
          "Orders you placed stay in our records and will ship as usual.",
        ],
        small: "This cannot be undone. You’re welcome to create a new account with this address.",
      }),
    );
  },
});
