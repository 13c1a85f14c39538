import type { Dates } from "../dates.ts";
import type { Email } from "../jobs/mail.ts";
import type { RenderSome } from "../web/page.ts";
import type { Order } from "./find.ts";
import type { OrderLink } from "./order-link.ts";
import { orderDetails } from "./pages/order-details.ts";

type Sender = {
  renderPart: RenderSome<Record<"mail/confirmation.html" | "mail/confirmation.text", ConfirmationMail>>;
  publicUrl: string;
  storeName: string;
  dates: Dates;
  link: OrderLink;
};

/** What views/mail/confirmation.html.hbs and confirmation.text.hbs receive. */
export type ConfirmationMail = ReturnType<typeof confirmationMail>;

function confirmationMail(order: Order, { publicUrl, dates, link }: Omit<Sender, "renderPart" | "storeName">) {
  const details = orderDetails(order, dates);
  return {
    title: `Your order ${order.number}`,
    order: { ...details, lines: details.lines.map((line) => ({ ...line, href: publicUrl + line.href })) },
    shopUrl: `${publicUrl}/storefront/`,
    action: link,
    owned: order.customerId !== null,
  };
}

/**
 * The confirmation that a shopper gets once per order (I12). Its links lead to the shop's own
 * address, never to a request's Host.
 */
export function confirmationEmail(order: Order, { renderPart, storeName, ...sender }: Sender): Email {
  const values = confirmationMail(order, sender);
  return {
    to: order.email,
    subject: `Your order ${order.number} at ${storeName}`,
    html: renderPart("mail/confirmation.html", values),
    text: renderPart("mail/confirmation.text", values),
    messageId: `confirmation-${order.id}`,
  };
}
