import { productPath } from "../../catalog/paths.ts";
import type { Address } from "../../customers/rules/address-fields.ts";
import { addressLines } from "../../customers/rules/address-lines.ts";
import { withCountryName } from "../../customers/rules/areas.ts";
import type { Dates } from "../../dates.ts";
import { pageHtml } from "../../markdown.ts";
import { dollars } from "../../money.ts";
import type { Order } from "../find.ts";
import { cardText } from "../rules/card-brands.ts";
import { trackingUrl } from "../rules/carriers.ts";
import { discountName } from "../rules/discount-name.ts";
import { noteLines } from "../rules/note-lines.ts";
import { taxLines } from "../rules/tax-lines.ts";
import type { SnapshotLine } from "../snapshot.ts";

/** The order in words, for its screens and its email. */
export const orderDetails = (order: Order, dates: Dates) => ({
  number: order.number,
  placed: dates.day(order.placedAt),
  email: order.email,
  lines: order.lines.map(lineDetails),
  totals: {
    subtotal: order.subtotal,
    discount: order.discount,
    shipping: order.shipping,
    taxes: taxLines(order),
    total: order.total,
  },
  promoCode: order.promoCode,
  discountName: discountName(order),
  orderNote: noteLines(order.orderNote),
  shippingMethod: order.shippingMethod,
  ...(order.delivery && order.state !== "canceled" && { arrives: dates.range(order.delivery.from, order.delivery.to) }),
  ...(order.shipment && { shipment: { ...order.shipment, href: trackingUrl(order.shipment) } }),
  shippingAddress: printedAddress(order.shippingAddress),
  billingAddress: printedAddress(order.billingAddress),
  card: cardText(order) ?? order.means?.name,
  pay: payDetails(order, dates),
});

/** The amount, day and instructions of a payment that the shopper still owes; undefined if none. */
export function payDetails({ number, state, means }: Order, dates: Dates) {
  if (!means || means.awaited === 0 || state === "canceled") return undefined;
  const { name, instructions, awaited, dueAt } = means;
  const due = dates.day(dueAt);
  return { name, number, amount: dollars(awaited), due, html: pageHtml(instructions), text: instructions };
}

const printedAddress = (address: Address): string[] => addressLines(withCountryName(address));

/** Lines show their price; discount and tax are rows of their own. */
export const lineDetails = (line: SnapshotLine) => ({
  name: line.productName,
  variant: line.variantName,
  href: productPath(line.productSlug),
  picture: line.picture,
  quantity: line.quantity,
  amount: line.gift ? "Free gift" : dollars(line.unitPrice * line.quantity),
});
