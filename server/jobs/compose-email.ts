import type { RenderSome } from "../web/page.ts";
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
  /** where its reader can write to; empty where it is not said */
  contact: string;
};

/** What views/mail/note.html.hbs and note.text.hbs receive. */
export type EmailValues = EmailContent & { shopUrl: string };

type Sender = {
  renderPart: RenderSome<Record<"mail/note.html" | "mail/note.text", EmailValues>>;
  config: { publicUrl: string };
  /** the shop's name, and where shoppers can write to, as they are set */
  settings: { current: () => { storeName: string; contactEmail: string } };
};

/** Finds what the owner has made of an email's words; undefined where nothing. */
export type FindWording = (kind: string) => Promise<EmailWording | undefined>;

/** What one email says: a value for each placeholder, and where its link leads. */
export type EmailInput<Name extends string> = {
  to: string;
  /** sent again it is the same email */
  messageId: string;
  facts: EmailFacts<Name>;
  link?: { href: string };
};

/** An email's words as they are set by now. */
export async function wordsOf<Name extends string>(
  { settings, wordingOf }: { settings: { current: () => { storeName: string } }; wordingOf: FindWording },
  template: EmailTemplate<Name>,
  facts: EmailFacts<NoInfer<Name>>,
): Promise<EmailWords> {
  const saved = await wordingOf(template.kind);
  const wording = saved && suits(template, saved) ? saved : template.wording;
  return fillWording(wording, { ...facts, [shopPlaceholder]: settings.current().storeName });
}

/** What a shopper answers to, in the foot of the email and as its Reply-To; empty for others, and where none is set. */
export const contactFor = ({ settings }: Pick<Sender, "settings">, { to }: Pick<EmailTemplate, "to">): string =>
  to === "shopper" ? settings.current().contactEmail : "";

/** An email of a few sentences, with one link at most, in the words that are set by now. */
export async function composeEmail<Name extends string>(
  sender: Sender & { wordingOf: FindWording },
  template: EmailTemplate<Name>,
  { facts, ...input }: EmailInput<NoInfer<Name>>,
): Promise<Email> {
  return renderEmail(sender, { ...input, words: await wordsOf(sender, template, facts), contact: contactFor(sender, template) });
}

/** The same of words that are filled already. Its links use the shop's own address, never a request's Host. */
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
  const [html, text] = [renderPart("mail/note.html", values), renderPart("mail/note.text", values)];
  return { to, subject, html, text, messageId, ...(contact !== "" && { replyTo: contact }) };
}
