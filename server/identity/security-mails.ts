import { z } from "zod";
import { settingsPath } from "../customers/paths.ts";
import { composeEmail } from "../jobs/compose-email.ts";
import type { JobWorker } from "../jobs/queue.ts";
import type { Shop } from "../shop.ts";
import { mailedChanges, securityEmails } from "./email-templates.ts";
import { resetPath } from "./paths.ts";

const mailed = z.object({
  email: z.string(),
  change: z.enum(mailedChanges),
  /** browser and system in the shop's words; empty where there is none */
  device: z.string(),
  at: z.number(),
});

/** The worker of these emails. */
export const securityMail =
  (shop: Shop): JobWorker =>
  async (payload, job) => {
    const { email, change, device, at } = mailed.parse(payload);
    const when = `on ${shop.dates.moment(at).text}`;
    const { publicUrl } = shop.config;
    await shop.mail.send(
      await composeEmail(shop, securityEmails[change], {
        to: email,
        messageId: `security-${job.id}`,
        facts: { occasion: device ? `${device}, ${when}` : when, settings: publicUrl + settingsPath },
        link: { href: publicUrl + resetPath },
      }),
    );
  };
