import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { view } from "../../web/view.ts";
import { afterSaleOf } from "../after-sale.ts";
import type { Order } from "../find.ts";
import { orderPath, reviewPath, statusPath } from "../paths.ts";
import { findOrderEvents } from "../queries/events.ts";
import { closedWords, returnableLines } from "../request-return.ts";
import { reviewableProducts } from "../reviews.ts";
import type { MoneyState } from "../rules/ledger.ts";
import { moneyTroubleOf } from "../rules/refused-money.ts";
import { moneyWord, stateWord } from "../rules/words.ts";
import { shipmentDetails } from "../shipment-details.ts";
import { shipmentsOf } from "../shipments.ts";
import { orderLines } from "./order.ts";
import { orderDetails } from "./order-details.ts";
import { returnRequests } from "./returns.ts";

type StatusPageInput = {
  dates: Dates;
  money: MoneyState;
  /** the terms of returns */
  terms: { now: number; days: number };
  /** the anti-forgery token */
  token: string;
  orderToken: string;
  /** a link to the whole order was mailed */
  linkSent: boolean;
  formError: string | undefined;
};

type StatusPage = Awaited<ReturnType<typeof statusPage>>;
export const statusView = view<StatusPage>("orders/status");

/**
 * The page that a guest's mail links to, with state, products and tracking. Mails may be forwarded,
 * so the page leaves out names, addresses and amounts.
 */
export async function statusPage(db: Db, order: Order, { dates, money, terms, ...input }: StatusPageInput) {
  const { number, shippingMethod, arrives, shipment } = orderDetails(order, dates);
  const isReviewable = order.customerId === null && (await reviewableProducts(db, order.id)).length > 0;
  const afterSale = await afterSaleOf(db, order.id);
  const events = await findOrderEvents(db, order.id);
  const lines = await orderLines(db, order, afterSale);
  const mayReturn = closedWords(order, afterSale, terms) === undefined && returnableLines(afterSale).length > 0;
  return {
    title: `Order ${number}`,
    robots: "noindex",
    ...input,
    request: { next: `${statusPath}?token=${input.orderToken}&notice=link-sent`, kind: "secondary" as const },
    number,
    placed: dates.day(order.placedAt),
    state: stateWord(order),
    money: moneyWord(
      money,
      order.state,
      order.total,
      moneyTroubleOf({ state: order.state, money, events, refunds: afterSale.refunds }),
    ),
    lines: lines.map(({ name, variant, href, picture, quantity, note, backdropColour }) => ({
      name,
      variant,
      href,
      picture,
      quantity,
      note,
      backdropColour,
    })),
    returns: returnRequests(afterSale.requests, dates, { isWhole: false }),
    mayReturn,
    shippingMethod,
    arrives,
    shipment,
    shipments: shipmentDetails(await shipmentsOf(db, order.id), dates),
    again: { token: input.token, name: "token", value: input.orderToken },
    ...(isReviewable && { review: `${reviewPath}?token=${encodeURIComponent(input.orderToken)}` }),
    // The guest's order now belongs to a customer.
    ...(order.customerId !== null && { account: orderPath(order.id) }),
  };
}
