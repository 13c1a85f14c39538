import { findVariants } from "../../catalog/variants.ts";
import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import type { Visitor } from "../../web/visitor.ts";
import type { Order } from "../find.ts";
import { orderPath } from "../paths.ts";
import { markReported } from "../queries.ts";
import { maySeeDetails } from "../rules/access.ts";
import { purchaseEvent } from "../rules/purchase.ts";
import type { SnapshotLine } from "../snapshot.ts";
import { shownLine, shownOrder } from "./shown.ts";

const steps = ["Contact", "Shipping", "Method", "Payment", "Confirmation"];
const frame = {
  layout: "checkout",
  robots: "noindex",
  steps: steps.map((name, at) => ({ name, current: at === steps.length - 1, done: at < steps.length - 1 })),
} as const;

type ConfirmationPageInput = {
  visitor: Visitor;
  now: number;
  dates: Dates;
  /** a page that is displayed, no HEAD and no prefetch */
  seen: boolean;
};

export type ConfirmationPage = Awaited<ReturnType<typeof confirmationPage>>;

/**
 * What the confirmation screen shows: everything to the payer and the owner, to all others only
 * that an order was placed (decisions §4).
 */
export async function confirmationPage(db: Db, order: Order, { visitor, now, dates, seen }: ConfirmationPageInput) {
  if (!maySeeDetails(order, visitor, now)) return { ...frame, title: "Thank you" };
  const purchase = seen ? await purchaseOnce(db, order, now) : {};
  const owned = visitor.customerId !== undefined && order.customerId === visitor.customerId;
  const way = owned ? { orderPath: orderPath(order.id) } : {};
  return { ...frame, title: `Order ${order.number}`, order: await detailsOf(db, order, dates), ...way, ...purchase };
}

/** The purchase event is given to one page per order, however often that page is opened (I12). */
async function purchaseOnce(db: Db, order: Order, now: number) {
  return (await markReported(db, order.id, now)) ? { purchase: purchaseEvent(order) } : {};
}

async function detailsOf(db: Db, order: Order, dates: Dates) {
  const variants = await findVariants(db, [...new Set(order.lines.map(({ variantId }) => variantId))]);
  const backdropColourOf = ({ variantId }: SnapshotLine) =>
    variants.find(({ id }) => id === variantId)?.backdropColour ?? "black";
  return {
    ...shownOrder(order, dates),
    lines: order.lines.map((line) => ({ ...shownLine(line), backdropColour: backdropColourOf(line) })),
  };
}
