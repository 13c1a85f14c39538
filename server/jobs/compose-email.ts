import { part, type RenderPart } from "../web/view.ts";
import type { Email } from "./mail.ts";
import {
  type EmailFacts,
  type EmailTemplate,
  type EmailWording,
  type EmailWords,
  fillWording,
  shopPlaceholder,
  suits,
} from "./rules/email-template.ts";

type EmailContent = {
  title: string;
  paragraphs: readonly string[];
  action?: { label: string; href: string };
  small?: string;
  /** the address to which the reader can write; empty if there is none */
  contact: string;
};

/** The values of views/mail/note.html.hbs and note.text.hbs. */
type EmailValues = EmailContent & { shopUrl: string };

export const noteHtml = part<EmailValues>("mail/note.html");
export const noteText = part<EmailValues>("mail/note.text");

type Sender = {
  renderPart: RenderPart;
  config: { publicUrl: string };
  /** the shop's current name and its address for shoppers */
  settings: { current: () => { storeName: string; contactEmail: string } };
};

/** Finds the owner's wording of an email; undefined if the owner has not changed it. */
export type FindWording = (kind: string) => Promise<EmailWording | undefined>;

/** The parts of the shop that writing and sending an email needs. */
export type MailSender = Sender & { wordingOf: FindWording };

/** The contents of one email: a value for each placeholder, and the address of the link. */
export type EmailInput<Name extends string> = {
  to: string;
  /** the id of the email, which stays the same if the email is sent again */
  messageId: string;
  facts: EmailFacts<Name>;
  link?: { href: string };
};

/** The current words of an email. */
export async function wordsOf<Name extends string>(
  { settings, wordingOf }: { settings: { current: () => { storeName: string } }; wordingOf: FindWording },
  template: EmailTemplate<Name>,
  facts: EmailFacts<NoInfer<Name>>,
): Promise<EmailWords> {
  const saved = await wordingOf(template.kind);
  const wording = saved && suits(template, saved) ? saved : template.wording;
  return fillWording(wording, { ...facts, [shopPlaceholder]: settings.current().storeName });
}

/**
 * The address for a shopper's answer, in the foot of the email and as its Reply-To. Empty for other
 * recipients, and if no address is set.
 */
export const contactFor = ({ settings }: Pick<Sender, "settings">, { to }: Pick<EmailTemplate, "to">): string =>
  to === "shopper" ? settings.current().contactEmail : "";

/** An email in its current words: a few sentences, with at most one link. */
export async function composeEmail<Name extends string>(
  sender: MailSender,
  template: EmailTemplate<Name>,
  { facts, ...input }: EmailInput<NoInfer<Name>>,
): Promise<Email> {
  return renderEmail(sender, { ...input, words: await wordsOf(sender, template, facts), contact: contactFor(sender, template) });
}

/**
 * Renders an email from its final words. Its links use the shop's own address, never a request's
 * Host.
 */
export function renderEmail(
  { renderPart, config }: Pick<Sender, "renderPart" | "config">,
  { to, messageId, words, contact, link }: Omit<EmailInput<never>, "facts"> & { words: EmailWords; contact: string },
): Email {
  const { subject, heading: title, paragraphs, button, small } = words;
  const values: EmailValues = {
    title,
    paragraphs,
    ...(link && { action: { label: button, href: link.href } }),
    ...(small !== "" && { small }),
    contact,
    shopUrl: `${config.publicUrl}/storefront/`,
  };
  const html = renderPart(noteHtml, values);
  const text = renderPart(noteText, values);
  return { to, subject, html, text, messageId, ...(contact !== "" && { replyTo: contact }) };
}
