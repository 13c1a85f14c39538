import { productPath } from "../../catalog/paths.ts";
import type { PostalAddress } from "../../db/address.ts";
import { dollars } from "../../money.ts";
import type { Order } from "../find.ts";
import type { SnapshotLine } from "../snapshot.ts";

/** The order in words, for its screens and its email. */
export const shownOrder = (order: Order) => ({
  number: order.number,
  email: order.email,
  lines: order.lines.map(shownLine),
  totals: { subtotal: order.subtotal, discount: order.discount, shipping: order.shipping, tax: order.tax, total: order.total },
  promoCode: order.promoCode,
  shippingMethod: order.shippingMethod,
  shippingAddress: shownAddress(order.shippingAddress),
  billingAddress: shownAddress(order.billingAddress),
  ...(order.last4 && { card: `${brandNames[order.brand ?? ""] ?? "Card"} ending in ${order.last4}` }),
});

const countryNames: Record<string, string> = { US: "United States", CA: "Canada" };

const shownAddress = (address: PostalAddress) => ({ ...address, country: countryNames[address.country] ?? address.country });

const brandNames: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** Lines show their price; discount and tax are rows of their own. */
export const shownLine = (line: SnapshotLine) => ({
  name: line.productName,
  variant: line.variantName,
  href: productPath(line.productSlug),
  picture: line.picture,
  quantity: line.quantity,
  amount: line.gift ? "Free gift" : dollars(line.unitPrice * line.quantity),
});
