import { z } from "zod";
import { composeEmail } from "../jobs/compose-email.ts";
import { deleteEmailsOf } from "../jobs/outbox.ts";
import type { JobWorker } from "../jobs/queue.ts";
import { removeAvatar } from "../media/avatars.ts";
import type { Shop } from "../shop.ts";
import { eraseDisabledCustomer, type ReleaseCustomerData } from "./disable.ts";
import { customerEmails } from "./email-templates.ts";
import { createOneTimeToken } from "./one-time-tokens.ts";
import { signInPath } from "./paths.ts";
import { findByEmail, findEmails } from "./queries.ts";
import { normaliseEmail } from "./rules/email.ts";
import { mailDisabled, mailEmailChange } from "./undo-mails.ts";

const day = 24 * 3_600_000;
const toNew = z.object({ customerId: z.string(), email: z.string(), visitor: z.string().optional() });
const toOld = z.object({ customerId: z.string(), email: z.string(), next: z.string() });
const disabled = z.object({ customerId: z.string(), email: z.string(), until: z.number() });
const erasurePayload = z.object({ customerId: z.string(), at: z.number() });

/**
 * Mails the link that confirms a new address. If another account has the address, its holder gets
 * an email without a link.
 */
async function mailNewAddress(shop: Shop, { customerId, email, visitor }: z.output<typeof toNew>, jobId: string): Promise<void> {
  const { db, config, now } = shop;
  const account = await findEmails(db, customerId);
  if (!account || account.disabled_at !== null || account.pending_email !== email) return;
  // The job creates a token even if another account has the address, so the profile shows a pending
  // link in both cases.
  const payload = { email, visitor };
  const token = await createOneTimeToken(db, { kind: "change-email", subject: customerId, payload, lifetime: day }, now());
  const { publicUrl } = config;
  const [template, href] = (await findByEmail(db, normaliseEmail(email)))
    ? [customerEmails.addressTaken, publicUrl + signInPath]
    : [customerEmails.confirmAddress, `${publicUrl}/identity/confirm/?token=${token}`];
  const input = { to: email, messageId: `change-email-${jobId}`, facts: {}, link: { href } };
  await shop.mail.send(await composeEmail(shop, template, input));
}

/**
 * The workers of this feature's jobs, by kind. A worker throws if the payload has another shape.
 */
export const customerJobs = (shop: Shop, releaseCustomerData: ReleaseCustomerData): Record<string, JobWorker> => ({
  "change-email-mail": (payload, { id }) => mailNewAddress(shop, toNew.parse(payload), id),
  "change-email-told": (payload, { id }) =>
    mailEmailChange(shop, { ...toOld.parse(payload), made: false }, `change-email-told-${id}`),
  "email-changed-mail": (payload, { id }) =>
    mailEmailChange(shop, { ...toOld.parse(payload), made: true }, `email-changed-${id}`),
  "remove-avatar": (_payload, { subject }) => removeAvatar(shop.media, subject),
  "account-disabled-mail": (payload, { id }) => mailDisabled(shop, disabled.parse(payload), `disabled-${id}`),
  "erase-customer": async (payload) => {
    const input = { ...erasurePayload.parse(payload), now: shop.now(), releaseCustomerData };
    await deleteEmailsOf(shop.config.dataDir, await eraseDisabledCustomer(shop.db, input));
  },
});
