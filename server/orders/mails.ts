import type { Dates } from "../dates.ts";
import type { Email } from "../outbox/mail.ts";
import type { RenderSome } from "../web/page.ts";
import type { Order } from "./find.ts";
import { shownOrder } from "./pages/shown.ts";

type Sender = {
  renderPart: RenderSome<Record<"mail/confirmation.html" | "mail/confirmation.text", ConfirmationMail>>;
  publicUrl: string;
  storeName: string;
  dates: Dates;
};

/** What views/mail/confirmation.html.hbs and confirmation.text.hbs receive. */
export type ConfirmationMail = ReturnType<typeof confirmationMail>;

function confirmationMail(order: Order, { publicUrl, dates }: Pick<Sender, "publicUrl" | "dates">) {
  const shown = shownOrder(order, dates);
  return {
    title: `Your order ${order.number}`,
    order: { ...shown, lines: shown.lines.map((line) => ({ ...line, href: publicUrl + line.href })) },
    shopUrl: `${publicUrl}/storefront/`,
    orderUrl: `${publicUrl}/storefront/checkout/confirmation/${order.id}/`,
  };
}

/**
 * The confirmation that a shopper gets once per order (I12). Its links lead to the shop's own
 * address, never to a request's Host.
 */
export function confirmationEmail(order: Order, { renderPart, publicUrl, storeName, dates }: Sender): Email {
  const values = confirmationMail(order, { publicUrl, dates });
  return {
    to: order.email,
    subject: `Your order ${order.number} at ${storeName}`,
    html: renderPart("mail/confirmation.html", values),
    text: renderPart("mail/confirmation.text", values),
    messageId: `confirmation-${order.id}`,
  };
}
