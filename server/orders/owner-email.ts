import { addressText } from "../customers/rules/address-lines.ts";
import { mailOwner } from "../jobs/mail-owner.ts";
import type { RunningJob } from "../jobs/run-job.ts";
import { dollars } from "../money.ts";
import type { Shop } from "../shop.ts";
import { findOrder, type Order, type OrderLine } from "./find.ts";
import { ownerEmails } from "./owner-email-templates.ts";
import { cardText } from "./rules/card-brands.ts";
import { discountName } from "./rules/discount-name.ts";

/** Replaces line ends, since a line end in a name would start a new line of the email. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");

const lineText = ({ quantity, productName, variantName, unitPrice, gift }: OrderLine): string =>
  `${quantity} × ${productName}${variantName ? `, ${variantName}` : ""}: ${gift ? "free gift" : dollars(unitPrice * quantity)}`;

/** The parts of an order's total; parts of zero are left out. */
function totalText(order: Order): string {
  const { subtotal, discount, shipping, tax, total } = order;
  const name = discountName(order);
  const parts = [
    `products ${dollars(subtotal)}`,
    ...(discount > 0 ? [`discount ${dollars(discount)}${name ? ` (${name})` : ""}`] : []),
    `shipping ${dollars(shipping)}${discount === 0 && name ? ` (${name})` : ""}`,
    `tax ${dollars(tax)}`,
  ];
  const card = cardText(order);
  return `Total ${dollars(total)}: ${parts.join(", ")}.${card ? ` ${card}.` : ""}`;
}

/**
 * Emails the owner about an order to be sent, unless the order was canceled meanwhile. Sends the
 * same email again after a crash.
 */
export async function sendNewOrderEmail(shop: Shop, { subject: orderId, request_id: requestId }: RunningJob): Promise<void> {
  const order = await findOrder(shop.db, orderId);
  if (!order) throw new Error("there is no order to tell of");
  if (order.state !== "placed") return;
  const { number, email, delivery, shippingMethod } = order;
  const expected = delivery ? `, estimated delivery ${shop.dates.range(delivery.from, delivery.to)}` : "";
  await mailOwner(shop, ownerEmails.newOrder, {
    messageId: `order-notice-${orderId}`,
    facts: {
      order: `${number}`,
      total: dollars(order.total),
      shopper: oneLine(email),
      time: shop.dates.moment(order.placedAt).text,
      products: order.lines.map(lineText).map(oneLine),
      address: oneLine(addressText(order.shippingAddress)),
      method: oneLine(`${shippingMethod}${expected}`),
      note: oneLine(order.orderNote),
      sums: oneLine(totalText(order)),
      request: requestId ?? "",
    },
  });
}

/** Emails the owner that a shopper never got the order's confirmation. */
export async function sendUnconfirmedEmail(shop: Shop, { subject: orderId, request_id: requestId }: RunningJob): Promise<void> {
  const order = await findOrder(shop.db, orderId);
  if (!order) return;
  await mailOwner(shop, ownerEmails.unconfirmed, {
    messageId: `unconfirmed-${orderId}`,
    facts: { order: `${order.number}`, shopper: oneLine(order.email), request: requestId ?? "" },
  });
}
