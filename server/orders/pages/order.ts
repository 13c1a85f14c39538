import type { CancelOrderProps } from "../../../islands/orders/cancel-order.props.ts";
import { productPath } from "../../catalog/paths.ts";
import { publishedIds } from "../../catalog/publication.ts";
import { findVariants } from "../../catalog/variants.ts";
import type { DashboardFrame } from "../../customers/dashboard.ts";
import { dashboardPath } from "../../customers/paths.ts";
import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { dollars, toAmount } from "../../money.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import { addressRequestOf } from "../address-request.ts";
import { type AfterSale, totalNow } from "../after-sale.ts";
import type { VisibleOrder } from "../detail.ts";
import type { Order } from "../find.ts";
import { paperLinks, papersOfOrder } from "../papers.ts";
import { orderPaperPath, orderPath } from "../paths.ts";
import { mayReview, reviewableProducts } from "../reviews.ts";
import { cardText } from "../rules/card-brands.ts";
import { sumOf } from "../rules/ledger.ts";
import { moneyTroubleOf } from "../rules/refused-money.ts";
import { eventWord, moneyWord, stateWord } from "../rules/words.ts";
import { shipmentDetails } from "../shipment-details.ts";
import { shipmentsOf } from "../shipments.ts";
import { relatedOrders } from "../supplements.ts";
import { type AddressRequestInput, addressNotices, addressRequestPart } from "./address-request.ts";
import { laterTotals, lineNote } from "./after-sale.ts";
import { lineDetails, orderDetails } from "./order-details.ts";
import { type ReturnFormInput, returnError, returnRequested, returnsPart } from "./returns.ts";
import { reviewForms, reviewNotice } from "./reviews.ts";

type OrderPageInput = {
  dates: Dates;
  token: string;
  /** the result of this page's form, named in the address */
  notice: unknown;
  /** why the last form was refused, and the reason chosen in it */
  formError: string | undefined;
  typed: string | undefined;
  /** the text typed into a review's form, and why it was refused */
  review: { typed: Readonly<Record<string, unknown>>; refusal: Refusal | undefined };
  /** the text typed into the form for another address, and why it was refused */
  address: Omit<AddressRequestInput, "token">;
  /** the text typed into the return form, why it was refused, and the terms of returns */
  returns: Omit<ReturnFormInput, "token">;
};

type OrderPage = Awaited<ReturnType<typeof orderPage>>;
export const orderView = view<(DashboardFrame | { title: string; robots: string }) & OrderPage>("orders/order");

/** The values of views/orders/order.hbs. */
export async function orderPage(db: Db, visibleOrder: VisibleOrder, input: OrderPageInput) {
  const { order, as } = visibleOrder;
  const owner = as === "owner";
  const title = `Order ${order.number}`;
  const returns = returnsPart(visibleOrder, input.dates, { token: input.token, ...input.returns });
  const { token, dates } = input;
  const addressRequest = addressRequestPart(visibleOrder, await addressRequestOf(db, order.id), dates, {
    token,
    ...input.address,
  });
  return {
    returns,
    addressRequest,
    crumbs: owner ? [{ name: "Your account", href: dashboardPath }, { name: title }] : undefined,
    formError: input.formError ?? returnError(returns, input.returns.refusal) ?? errorBesideNoField(input.address.refusal),
    notice: noticeOf(visibleOrder, input.notice),
    state: stateWord(order),
    money: moneyWord(visibleOrder.money, order.state, order.total, troubleOf(visibleOrder)),
    order: { ...orderDetails(order, input.dates), lines: await linesWithPapers(db, visibleOrder) },
    related: await relatedLinks(db, order, owner),
    later: laterTotals(order.total, visibleOrder.afterSale),
    history: historyOf(visibleOrder, input.dates),
    again: { token: input.token, name: "orderId", value: order.id },
    shipments: shipmentDetails(await shipmentsOf(db, order.id), input.dates),
    reviews: mayReview(visibleOrder) ? await reviewsOf(db, order, input) : undefined,
    ...(order.state === "placed" &&
      !order.isPartShipped &&
      (owner || !order.cancelationDeclined) && { cancel: cancelOf(visibleOrder, input) }),
  };
}

const troubleOf = ({ order, money, afterSale: { refunds }, events }: VisibleOrder) =>
  moneyTroubleOf({ state: order.state, money, refunds, events });

const reviewsOf = async (db: Db, { id, shippingAddress }: Order, { token, review }: OrderPageInput) =>
  reviewForms(await reviewableProducts(db, id), {
    token,
    sender: { name: "orderId", value: id },
    author: shippingAddress.firstName,
    ...review,
  });

/** The message of a refusal, unless fields of the form show the errors. */
const errorBesideNoField = (refusal: Refusal | undefined): string | undefined => (refusal?.errors ? undefined : refusal?.error);

/** The message for the notice in the address, unless the order's state contradicts it. */
function noticeOf({ order: { state, cancelationRequested }, afterSale }: VisibleOrder, notice: unknown): string | undefined {
  if (notice === "canceled" && state === "canceled") return "Order canceled successfully!";
  if (notice === "requested" && cancelationRequested) return "Order cancellation requested successfully.";
  if (notice === "return-requested" && afterSale.requests.some(({ status }) => status === "asked")) return returnRequested;
  if (state === "placed" && typeof notice === "string" && Object.hasOwn(addressNotices, notice)) return addressNotices[notice];
  return state === "fulfilled" ? reviewNotice(notice) : undefined;
}

/** The lines of an order. Products no longer sold keep their name and have no link. */
export async function orderLines(db: Db, { lines }: Order, afterSale: AfterSale) {
  const variants = await findVariants(
    db,
    lines.map(({ variantId }) => variantId),
  );
  const published = new Set(await publishedIds(db, [...new Set(lines.map(({ productId }) => productId))]));
  return lines.map((line) => {
    const variant = variants.find(({ id }) => id === line.variantId);
    const href = published.has(line.productId) ? productPath(variant?.slug ?? line.productSlug) : undefined;
    const unitPrice = line.quantity > 1 && !line.gift ? dollars(line.unitPrice) : undefined;
    const note = lineNote(afterSale, line.id);
    return { ...lineDetails(line), href, unitPrice, note, backdropColour: variant?.backdropColour ?? "black" };
  });
}

/** The lines of an order, each with the papers that the order keeps of its product. */
async function linesWithPapers(db: Db, { order, afterSale }: VisibleOrder) {
  const [lines, papers] = [await orderLines(db, order, afterSale), await papersOfOrder(db, order.id)];
  return lines.map((line, at) => {
    const own = papers.get(order.lines[at]?.productId ?? "");
    return { ...line, papers: paperLinks(own, (key) => orderPaperPath(order.id, key)) };
  });
}

/** The orders that belong to an order; only its customer may open them from here. */
const relatedLinks = async (db: Db, order: Order, owner: boolean) =>
  (await relatedOrders(db, order)).map(({ id, number, isParent, isExchange }) => ({
    number,
    isParent,
    isExchange,
    href: owner ? orderPath(id) : undefined,
  }));

const historyOf = ({ events }: VisibleOrder, dates: Dates) =>
  events.flatMap((event) => {
    const text = eventWord(event);
    return text === undefined ? [] : [{ text, at: dates.moment(event.at) }];
  });

/**
 * Both ways to cancel, for the island and for its forms without scripts. Only the order's customer
 * may cancel at once.
 */
const cancelOf = (visibleOrder: VisibleOrder, { token, typed }: OrderPageInput): CancelOrderProps => ({
  order: wireOrder(visibleOrder),
  userEmail: visibleOrder.email,
  token,
  next: `${orderPath(visibleOrder.order.id)}?notice=`,
  ...(typed !== undefined && { typed }),
  ...(visibleOrder.as === "owner" && { back: moneyBack(visibleOrder) }),
});

/** Describes the refund or the released hold if the order is canceled now. */
function moneyBack({ order: { total, brand, last4 }, money, refundable }: VisibleOrder): string {
  const card = cardText({ brand, last4 }) ?? "your card";
  if (total > 0 && money === "authorized") return `The ${dollars(total)} hold on ${card} will be released.`;
  const refund = sumOf(refundable);
  return refund > 0 ? `${dollars(refund)} will go back to ${card}.` : "There is nothing to refund.";
}

/** An order in the call's JSON as specified (requirement 230). */
const wireOrder = ({ order, afterSale }: VisibleOrder): CancelOrderProps["order"] => ({
  id: order.id,
  number: String(order.number),
  cancelationRequested: order.cancelationRequested,
  lines: order.lines.map((line) => ({
    id: line.id,
    quantity: line.quantity,
    variant: { id: line.variantId, name: line.variantName },
    totalPrice: { net: { amount: toAmount(line.net) } },
  })),
  total: { gross: { amount: toAmount(totalNow(order.total, afterSale)) } },
});
