import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import { contactFor, type FindWording, wordsOf } from "../jobs/compose-email.ts";
import type { Email } from "../jobs/mail.ts";
import type { EmailWords } from "../jobs/rules/email-template.ts";
import { thumbnailUrl } from "../media/shared-picture.ts";
import { part, type RenderPart } from "../web/view.ts";
import { orderEmails } from "./email-templates.ts";
import type { Order } from "./find.ts";
import { createOrderLink, type OrderLink } from "./order-link.ts";
import { orderDetails } from "./pages/order-details.ts";

type Renderer = {
  renderPart: RenderPart;
  config: { publicUrl: string };
  settings: { current: () => { storeName: string; contactEmail: string } };
  dates: Dates;
};

type Sender = Renderer & {
  db: Db;
  now: () => number;
  wordingOf: FindWording;
};

/** The values of views/mail/confirmation.html.hbs and confirmation.text.hbs. */
type ConfirmationMail = ReturnType<typeof confirmationMail>;

export const confirmationHtml = part<ConfirmationMail>("mail/confirmation.html");
export const confirmationText = part<Omit<ConfirmationMail, "title">>("mail/confirmation.text");

/** The absolute address of a line's picture as JPEG; empty if the shop does not store it. */
const thumbnailOf = (publicUrl: string, { picture }: { picture: string }): string =>
  picture.startsWith("/") ? publicUrl + thumbnailUrl(picture) : "";

type Content = { words: EmailWords; link: OrderLink };

function confirmationMail(
  order: Order,
  { words, link }: Content,
  { config: { publicUrl }, settings, dates }: Omit<Renderer, "renderPart">,
) {
  const details = orderDetails(order, dates);
  return {
    title: `Your order ${order.number}`,
    heading: words.heading,
    paragraphs: words.paragraphs,
    order: {
      ...details,
      lines: details.lines.map((line) => ({ ...line, href: publicUrl + line.href, thumbnail: thumbnailOf(publicUrl, line) })),
    },
    shopUrl: `${publicUrl}/storefront/`,
    action: { label: words.button, ...link },
    small: order.customerId === null ? words.small : "",
    contact: contactFor({ settings }, orderEmails.confirmation),
  };
}

/**
 * Renders the confirmation email. Its links lead to the shop's configured address, never to a
 * request's Host.
 */
export function renderConfirmation(order: Order, content: Content, sender: Renderer): Email {
  const values = confirmationMail(order, content, sender);
  return {
    to: order.email,
    subject: content.words.subject,
    html: sender.renderPart(confirmationHtml, values),
    text: sender.renderPart(confirmationText, values),
    messageId: `confirmation-${order.id}`,
    ...(values.contact !== "" && { replyTo: values.contact }),
  };
}

/** The confirmation, sent once per order (I12), with its own link. */
export async function confirmationEmail(sender: Sender, order: Order): Promise<Email> {
  const link = await createOrderLink(sender, order);
  const words = await wordsOf(sender, orderEmails.confirmation, { order: `${order.number}` });
  return renderConfirmation(order, { words, link }, sender);
}
