import type { RenderSome } from "../web/page.ts";
import type { Email } from "./mail.ts";

export type EmailContent = {
  title: string;
  paragraphs: readonly string[];
  action?: { label: string; href: string };
  small?: string;
};

/** What views/mail/note.html.hbs and note.text.hbs receive. */
export type EmailValues = EmailContent & { shopUrl: string };

type Sender = {
  renderPart: RenderSome<Record<"mail/note.html" | "mail/note.text", EmailValues>>;
  config: { publicUrl: string };
  /** the shop's name as it is set */
  settings: { current: () => { storeName: string } };
};

/** The same to the owner, who can look up the request that led to it in the log. */
export const composeOwnerEmail = (
  sender: Sender,
  to: string,
  messageId: string,
  { requestId, ...content }: EmailContent & { requestId: string | null },
): Email =>
  composeEmail(sender, to, messageId, {
    ...content,
    ...(requestId !== null && { small: `Request ${requestId} in the log` }),
  });

/**
 * An email of a few sentences, with one link at most. Its links use the shop's own address, never a
 * request's Host.
 */
export function composeEmail(
  { renderPart, config, settings }: Sender,
  to: string,
  messageId: string,
  content: EmailContent,
): Email {
  const values = { ...content, shopUrl: `${config.publicUrl}/storefront/` };
  return {
    to,
    subject: `${content.title} at ${settings.current().storeName}`,
    html: renderPart("mail/note.html", values),
    text: renderPart("mail/note.text", values),
    messageId,
  };
}
