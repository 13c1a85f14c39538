import type { Email } from "../outbox/mail.ts";
import type { RenderPart } from "../web/views.ts";
import type { Order } from "./find.ts";
import { shownOrder } from "./pages/shown.ts";

type Sender = { renderPart: RenderPart; publicUrl: string; storeName: string };

/** The confirmation that a shopper gets once per order (I12). Its links lead to the shop's own address, never to a request's Host. */
export function confirmationEmail(order: Order, { renderPart, publicUrl, storeName }: Sender): Email {
  const values = {
    title: `Your order ${order.number}`,
    order: shownOrder(order),
    shopUrl: `${publicUrl}/storefront/`,
    orderUrl: `${publicUrl}/storefront/checkout/confirmation/${order.id}/`,
    publicUrl,
  };
  return {
    to: order.email,
    subject: `Your order ${order.number} at ${storeName}`,
    html: renderPart("mail/confirmation.html", values),
    text: renderPart("mail/confirmation.text", values),
    messageId: `confirmation-${order.id}`,
  };
}
