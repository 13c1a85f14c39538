import type { Email } from "../jobs/mail.ts";
import type { Shop } from "../shop.ts";
import type { Order } from "./find.ts";
import { confirmationEmail } from "./mails.ts";
import { createOrderLink } from "./order-link.ts";

/** The confirmation of an order, with a link of its own, as it is sent first and again. */
export async function composeConfirmation(shop: Shop, order: Order): Promise<Email> {
  const { config, dates, renderPart, settings } = shop;
  const { storeName } = settings.current();
  const link = await createOrderLink(shop, order);
  return confirmationEmail(order, { renderPart, publicUrl: config.publicUrl, storeName, dates, link });
}
