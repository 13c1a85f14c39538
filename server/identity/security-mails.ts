import { z } from "zod";
import { settingsPath } from "../customers/paths.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import type { JobWorker } from "../jobs/queue.ts";
import type { Shop } from "../shop.ts";
import { mailedChanges, securityEmails, totpRemovalEmail } from "./email-templates.ts";
import { createKeepToken, removalDelay } from "./factors/removal.ts";
import { keepAuthenticatorPath, resetPath } from "./paths.ts";

const mailed = z.object({
  email: z.string(),
  change: z.enum(mailedChanges),
  /** browser and system in the shop's words; empty if unknown */
  device: z.string(),
  at: z.number(),
});

const occasionOf = ({ dates }: Shop, device: string, at: number): string => {
  const when = `on ${dates.moment(at).text}`;
  return device ? `${device}, ${when}` : when;
};

const removal = z.object({ customerId: z.string(), email: z.string(), device: z.string(), requestedAt: z.number() });

/**
 * The worker of the email about an app's coming removal; it sends no email for a stopped removal.
 */
export const totpRemovalMail =
  (shop: Shop): JobWorker =>
  async (payload, job) => {
    const { email, device, ...asked } = removal.parse(payload);
    const token = await createKeepToken(shop, asked);
    if (token === undefined) return;
    await shop.mail.send(
      await composeEmail(shop, totpRemovalEmail, {
        to: email,
        messageId: `totp-removal-${job.id}`,
        facts: {
          occasion: occasionOf(shop, device, asked.requestedAt),
          due: shop.dates.moment(asked.requestedAt + removalDelay).text,
        },
        link: { href: `${shop.config.publicUrl}${keepAuthenticatorPath}?token=${token}` },
      }),
    );
  };

/** The worker of the emails about security changes. */
export const securityMail =
  (shop: Shop): JobWorker =>
  async (payload, job) => {
    const { email, change, device, at } = mailed.parse(payload);
    const { publicUrl } = shop.config;
    await shop.mail.send(
      await composeEmail(shop, securityEmails[change], {
        to: email,
        messageId: `security-${job.id}`,
        facts: { occasion: occasionOf(shop, device, at), settings: publicUrl + settingsPath },
        link: { href: publicUrl + resetPath },
      }),
    );
  };
