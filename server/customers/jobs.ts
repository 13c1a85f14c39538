import { z } from "zod";
import { removeAvatar } from "../media/avatars.ts";
import { composeEmail } from "../outbox/compose-email.ts";
import type { JobWorker } from "../outbox/worker.ts";
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
  const known = await findEmails(db, customerId);
  if (!known || known.disabled_at !== null || known.pending_email !== email) return;
  // Also for an address that another account has: the profile shows that it waits for a link in
  // either case.
  const payload = { email, visitor };
  const token = await createOneTimeToken(db, { kind: "change-email", subject: customerId, payload, lifetime: day }, now());
  const note = (await findByEmail(db, normaliseEmail(email)))
    ? {
        title: "Your address",
        paragraphs: ["Somebody wanted this address for another account. It is your account's already, so nothing was changed."],
        action: { label: "Sign in", href: config.publicUrl + signInPath },
        small: "If it was you, sign in with this address. If it was not, you can leave this letter as it is.",
      }
    : {
        title: "Your new address",
        paragraphs: [
          "Please confirm that this is the new address of your account.",
          "Until you do, you sign in with the old one. When you do, every device is signed out.",
        ],
        action: { label: "Confirm this address", href: `${config.publicUrl}/identity/confirm/?token=${token}` },
        small: "The link is good for one day and for one change. If it was not you, you can leave this letter as it is.",
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
        title: "A new address for your account",
        paragraphs: [
          `Somebody, hopefully you, asked that your account have the address ${next} from now on.`,
          "Every device was signed out. Until the link that we sent there is followed, you sign in with this address as before.",
          "If it was not you, choose a new password at once: that stops the change as well.",
        ],
        action: { label: "Choose a new password", href: `${shop.config.publicUrl}/identity/reset/` },
      }),
    );
  },
  "email-changed-mail": async (payload, { id }) => {
    const { email, next } = toOld.parse(payload);
    await shop.mail.send(
      composeEmail(shop, email, `email-changed-${id}`, {
        title: "Your address was changed",
        paragraphs: [
          `The address of your account is ${next} now, and every device was signed out.`,
          "If it was not you, answer this letter at once.",
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
          "Your account was disabled, as was asked for in its settings, and what it held about you was removed.",
          "Orders that you placed stay in our books, and are sent as usual.",
        ],
        small: "This cannot be undone. You are welcome to open a new account with this address.",
      }),
    );
  },
});
