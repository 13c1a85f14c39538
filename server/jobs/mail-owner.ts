import { composeEmail, type EmailInput, type MailSender } from "./compose-email.ts";
import type { Mail } from "./mail.ts";
import type { EmailTemplate } from "./rules/email-template.ts";

/** Finds the addresses that get a kind of email to the owner; an empty list if nobody does. */
export type FindOwners = (kind: string) => Promise<readonly string[]>;

/** Sends an email about the shop once, to all its recipients; sends nothing if there are none. */
export async function mailOwner<Name extends string>(
  shop: MailSender & { mail: Mail; ownersOf: FindOwners },
  template: EmailTemplate<Name>,
  input: Omit<EmailInput<NoInfer<Name>>, "to">,
): Promise<void> {
  const addresses = await shop.ownersOf(template.kind);
  if (addresses.length === 0) return;
  await shop.mail.send(await composeEmail(shop, template, { ...input, to: addresses.join(", ") }));
}
