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
  /** the address that the reader can write to; empty if none is given */
  contact: string;
};

/** The values of views/mail/note.html.hbs and note.text.hbs. */
type EmailValues = EmailContent & { shopUrl: string };

export const noteHtml = part<EmailValues>("mail/note.html");
export const noteText = part<EmailValues>("mail/note.text");

type Sender = {
  renderPart: RenderPart;
  config: { publicUrl: string };
  /** the shop's name and its address for shoppers, as currently set */
  settings: { current: () => { storeName: string; contactEmail: string } };
};

/** Finds the owner's words of an email; undefined if the owner has not changed them. */
export type FindWording = (kind: string) => Promise<EmailWording | undefined>;

/** The contents of one email: a value for each placeholder, and the address of its link. */
export type EmailInput<Name extends string> = {
  to: string;
  /** the id of the email: an email that is sent again keeps it */
  messageId: string;
  facts: EmailFacts<Name>;
  link?: { href: string };
};

/** An email's words as currently set. */
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
 * The address that a shopper answers to, in the foot of the email and as its Reply-To; empty for
 * other recipients, and if none is set.
 */
export const contactFor = ({ settings }: Pick<Sender, "settings">, { to }: Pick<EmailTemplate, "to">): string =>
  to === "shopper" ? settings.current().contactEmail : "";

/** An email of a few sentences, with one link at most, in the words as currently set. */
export async function composeEmail<Name extends string>(
  sender: Sender & { wordingOf: FindWording },
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
