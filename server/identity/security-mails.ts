import { z } from "zod";
import { settingsPath } from "../customers/paths.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import type { JobWorker } from "../jobs/queue.ts";
import type { Shop } from "../shop.ts";
import { resetPath } from "./paths.ts";

/** Subject and first sentence by the kind of event. */
const texts = {
  "new-device": [
    "New sign-in to your account",
    "Someone signed in to your account on a device that hasn’t been used for it before.",
  ],
  "passkey-added": ["A passkey was added to your account", "A passkey was added to your account. It can now be used to sign in."],
  "passkey-removed": [
    "A passkey was removed from your account",
    "A passkey was removed from your account. It no longer signs in.",
  ],
  "totp-enabled": [
    "Your authenticator app was turned on",
    "Signing in to your account now also asks for a code from your authenticator app.",
  ],
  "totp-disabled": [
    "Your authenticator app was turned off",
    "Signing in to your account no longer asks for a code from your authenticator app.",
  ],
  "recovery-codes-created": [
    "New recovery codes for your account",
    "New recovery codes were created for your account. The ones before no longer work.",
  ],
  "recovery-code-used": ["A recovery code was used", "Someone signed in to your account with one of your recovery codes."],
} as const;

/** Kinds of events that are mailed at once, besides those with an email of their own. */
export type MailedChange = keyof typeof texts;

const mailed = z.object({
  email: z.string(),
  change: z.enum(Object.keys(texts) as [MailedChange, ...MailedChange[]]),
  /** browser and system in the shop's words; empty where there is none */
  device: z.string(),
  at: z.number(),
});

/** The worker of these emails. */
export const securityMail =
  (shop: Shop): JobWorker =>
  async (payload, job) => {
    const { email, change, device, at } = mailed.parse(payload);
    const [title, sentence] = texts[change];
    const when = shop.dates.moment(at).text;
    await shop.mail.send(
      composeEmail(shop, email, `security-${job.id}`, {
        title,
        paragraphs: [
          sentence,
          device ? `It was ${device}, on ${when}.` : `It was on ${when}.`,
          `If this was you, there is nothing to do. If not, reset your password right away, which signs out all devices. Your settings list what happened lately: ${shop.config.publicUrl}${settingsPath}`,
        ],
        action: { label: "Reset your password", href: shop.config.publicUrl + resetPath },
      }),
    );
  };
