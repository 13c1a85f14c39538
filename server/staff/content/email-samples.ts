import { contactFor, renderEmail } from "../../jobs/compose-email.ts";
import type { Email } from "../../jobs/mail.ts";
import {
  type EmailTemplate,
  type EmailWording,
  fillWording,
  sampleFacts,
  shopPlaceholder,
} from "../../jobs/rules/email-template.ts";
import { orderEmails } from "../../orders/email-templates.ts";
import { renderConfirmation } from "../../orders/mails.ts";
import { sampleOrder } from "../../orders/sample-order.ts";
import type { Shop } from "../../shop.ts";

/** An email with these words and with sample values. */
export function sampleEmail(
  shop: Shop,
  { template, wording, to, messageId }: { template: EmailTemplate; wording: EmailWording; to: string; messageId: string },
): Email {
  const facts = { ...sampleFacts(template), [shopPlaceholder]: shop.settings.current().storeName };
  const words = fillWording(wording, facts);
  const link = { href: `${shop.config.publicUrl}/storefront/` };
  if (template.kind === orderEmails.confirmation.kind)
    return { ...renderConfirmation(sampleOrder, { words, link }, shop), to, messageId };
  return renderEmail(shop, { to, messageId, words, contact: contactFor(shop, template), ...(words.button !== "" && { link }) });
}
