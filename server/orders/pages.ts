import { findVariants } from "../catalog/variants.ts";
import type { PostalAddress } from "../db/address.ts";
import type { Db } from "../db/tables.ts";
import { dollars } from "../money.ts";
import type { Page } from "../web/views.ts";
import type { Visitor } from "../web/visitor.ts";
import type { Order } from "./find.ts";
import { markReported } from "./queries.ts";
import { maySeeDetails } from "./rules/access.ts";
import { purchaseEvent } from "./rules/purchase.ts";
import type { SnapshotLine } from "./snapshot.ts";

const steps = ["Contact", "Shipping", "Method", "Payment", "Confirmation"];
const frame = {
  layout: "checkout",
  robots: "noindex",
  steps: steps.map((name, at) => ({ name, current: at === steps.length - 1, done: at < steps.length - 1 })),
} as const;

type Looking = { visitor: Visitor; now: number /** a page that somebody sees, no HEAD and no prefetch */; seen: boolean };

/** What the confirmation screen shows: everything to its payer and its owner, and to anybody else only that somebody bought (decisions §4). */
export async function confirmationPage(db: Db, order: Order, { visitor, now, seen }: Looking): Promise<Page> {
  if (!maySeeDetails(order, visitor, now)) return { ...frame, title: "Thank you" };
  const purchase = seen ? await purchaseOnce(db, order, now) : {};
  return { ...frame, title: `Order ${order.number}`, order: await detailsOf(db, order), ...purchase };
}

/** The purchase is handed to one page per order, however often that page is opened (I12). */
async function purchaseOnce(db: Db, order: Order, now: number) {
  return (await markReported(db, order.id, now)) ? { purchase: purchaseEvent(order) } : {};
}

async function detailsOf(db: Db, order: Order) {
  const variants = await findVariants(db, [...new Set(order.lines.map(({ variantId }) => variantId))]);
  const groundOf = ({ variantId }: SnapshotLine) => variants.find(({ id }) => id === variantId)?.ground ?? "black";
  return {
    ...shownOrder(order),
    lines: order.lines.map((line) => ({ ...shownLine(line), ground: groundOf(line) })),
  };
}

/** The order in words, for its screens and its mail. */
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

/** Goods stand at what they cost; discount and tax are rows of their own. */
const shownLine = (line: SnapshotLine) => ({
  name: line.productName,
  variant: line.variantName,
  href: `/storefront/products/${line.productSlug}/`,
  picture: line.picture,
  quantity: line.quantity,
  amount: line.gift ? "Free gift" : dollars(line.unitPrice * line.quantity),
});
