import { addressLines } from "../../customers/rules/address-lines.ts";
import { withCountryName } from "../../customers/rules/areas.ts";
import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import type { AddressRequest } from "../../orders/address-request.ts";
import type { AfterSale } from "../../orders/after-sale.ts";
import type { Order } from "../../orders/find.ts";
import { longestNote } from "../../orders/notes.ts";
import { isNotSent } from "../../orders/record.ts";
import type { Replacement } from "../../orders/replacements.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import { trackingUrl } from "../../orders/rules/carriers.ts";
import { isDecision } from "../../orders/rules/decision.ts";
import type { MoneyState } from "../../orders/rules/ledger.ts";
import { moneyTroubleOf } from "../../orders/rules/refused-money.ts";
import { notPaid } from "../../orders/rules/state.ts";
import { disputedKind, staffMoneyWord, stateWord } from "../../orders/rules/words.ts";
import type { OrderEmails } from "../../orders/sent-emails.ts";
import { shipmentDetails } from "../../orders/shipment-details.ts";
import type { OrderShipment } from "../../orders/shipments.ts";
import type { Related } from "../../orders/supplements.ts";
import type { Refusal } from "../../outcome.ts";
import type { GatewayCall } from "../../payments/rules/gateway-calls.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import {
  type OrderAction,
  orderActions,
  staffInvoicePath,
  staffOrderActionPath,
  staffOrderAddressPath,
  staffOrderContactPath,
  staffOrderDiscountPath,
  staffOrderPath,
  staffOrdersPath,
  staffSlipPath,
} from "../paths.ts";
import { anyOrderChange, may, type Need } from "../people/rules/permissions.ts";
import { whoOf } from "../records/history-page.ts";
import { addressRequestPart } from "./address-request-part.ts";
import { emailRows } from "./order-emails.ts";
import { type OrderEvent, orderHistory } from "./order-history.ts";
import { holdPart } from "./order-hold.ts";
import { lineRows, type Skus, type UnitsTyped } from "./order-lines.ts";
import { orderSums, paymentPart, refusedPart, unchargedWords } from "./order-money.ts";
import { packagesOf } from "./order-packages.ts";
import type { OrderPapers } from "./order-papers.ts";
import { orderConfirmation } from "./order-preview-page.ts";
import type { OrderPreview } from "./order-previews.ts";
import { relatedPart } from "./order-related.ts";
import { openReturnsOf, returnRequestOf } from "./order-returns.ts";
import { tagsPart } from "./order-tags.ts";

export type OrderInput = {
  order: Order;
  money: MoneyState;
  afterSale: AfterSale;
  addressRequest: AddressRequest | undefined;
  shipments: readonly OrderShipment[];
  emails: OrderEmails;
  /** the amounts that could be refunded now, in cents */
  refundable: number;
  refundableShipping: number;
  events: readonly OrderEvent[];
  names: ReadonlyMap<string, string>;
  skus: Skus;
  calls: readonly GatewayCall[];
  related: readonly Related[];
  replacement: Replacement;
  isReplacementOpen: boolean;
  tags: readonly string[];
  papers: OrderPapers;
  /** unpaid phone orders that add products to the order */
  unpaid: readonly { id: string; isExchange: boolean }[];
};

type OrderPageState = {
  notice?: string | undefined;
  refusal?: Refusal | undefined;
  typed?: Record<string, unknown>;
  action?: OrderAction | undefined;
  /** the effect of the form of `action`, if the person has to agree to the effect first */
  preview?: OrderPreview | undefined;
  now: number;
};

/** The page of one order: its values, its events, and the actions possible now for the viewer. */
export function staffOrderPage(
  context: StaffContext,
  dates: Dates,
  input: OrderInput,
  { notice, refusal, typed = {}, action, preview, now }: OrderPageState,
) {
  const { order, money, afterSale, shipments, emails, refundable, refundableShipping, events, names, skus, calls } = input;
  const cancelReason = events.find(({ kind }) => kind === "cancelation requested")?.note;
  const word = stateWord(order);
  const trouble = moneyTroubleOf({ state: order.state, money, refunds: afterSale.refunds, events });
  const placed = order.state === "placed";
  const refunded = isNotSent(input);
  const tracks = action === "fulfilment" && typed.how === "tracking";
  const typedText = (name: OrderAction, field: string) => (action === name && !tracks ? readText(typed[field]) : "");
  const unitsTyped: UnitsTyped = (name, lineId, usual) => typedText(name, `line-${lineId}`) || String(usual);
  const allows = (need: Need): boolean => may(context.staff, need);
  const refunds = allows("orders:refund");
  // A decision of the staff about received units refunds them, if they were paid.
  const endsReturns = allows("orders:returns") && (refunds || refundable === 0);
  const lines = lineRows(afterSale, { skus, unitsTyped, endsReturns }).map((line) => ({
    ...line,
    keeps: typedText("edit", "lineId") === line.id ? typedText("edit", "quantity") : String(line.kept),
  }));
  const payee = cardText(order) ?? (order.means && "the shopper");
  const confirmation =
    preview &&
    orderConfirmation(
      preview,
      payee,
      typed,
      events.some(({ kind }) => kind === disputedKind),
    );
  // No units can be taken out of an unshipped order that was refunded: it is canceled as a whole.
  const takesOut = placed && (order.isPartShipped || !refunded);
  const details = shipmentDetails(shipments, dates);
  // Each package of a shipped order has its own slip.
  const hasOwnSlips = !placed && details.length > 0;
  return {
    ...staffFrame(context, `Order ${order.number}`, staffOrdersPath),
    token: context.token,
    list: staffOrdersPath,
    self: staffOrderPath(order.number),
    contact: staffOrderContactPath(order.number),
    addressPath: staffOrderAddressPath(order.number),
    discountPath: staffOrderDiscountPath(order.number),
    notice,
    formError: refusal?.errors?.[0]?.message ?? refusal?.error,
    number: order.number,
    placed: dates.moment(order.placedAt),
    state: word.text,
    tone: word.tone,
    money: staffMoneyWord(money, order.state, order.total, trouble),
    email: order.email,
    customer: order.customerId === null ? "Guest" : "Has an account",
    method: order.shippingMethod,
    arrives: order.delivery ? dates.range(order.delivery.from, order.delivery.to) : undefined,
    card: cardText(order),
    means: order.means?.name,
    payee,
    takenBy: order.takenBy === null ? undefined : whoOf(order.takenBy, names),
    promoCode: order.promoCode,
    orderNote: order.orderNote,
    /** the keys that find the order's payment and refunds at the card gateway */
    calls: calls.map(({ what, key, ref, amount }) => ({ what, key, ref, amount: dollars(amount) })),
    shipments: details.map((each) => ({
      ...each,
      slip: `${staffSlipPath(order.number)}?shipment=${each.n}`,
    })),
    slip: hasOwnSlips ? undefined : staffSlipPath(order.number),
    invoice: staffInvoicePath(order.number),
    shipment: order.shipment && { ...order.shipment, href: trackingUrl(order.shipment) },
    shipTo: addressLines(withCountryName(order.shippingAddress)),
    billTo: addressLines(withCountryName(order.billingAddress)),
    related: relatedPart(order, { ...input, mayEdit: allows("orders:edit"), mayRefund: refunds }),
    lines,
    /**
     * the shopper's reason to cancel the order; undefined if the shopper does not ask for it now
     */
    request: order.asksToCancel ? { reason: cancelReason ?? "none given" } : undefined,
    /** the shopper's open request for another address */
    addressRequest: addressRequestPart(context, input),
    /** the requested return that nobody has decided about */
    returnRequest: returnRequestOf(afterSale, action === "return" ? { typed, refusal } : {}),
    /** accepted or announced returns that are on their way or have arrived */
    openReturns: openReturnsOf(afterSale),
    hold: holdPart(order, events, { typed, refusal, action }),
    tags: tagsPart(input.tags, { typed, refusal, action }),
    /** the whole order was refunded, and is not sent */
    refunded,
    isPartShipped: order.isPartShipped,
    /** the effect of a form, shown beside it */
    confirm: {
      cancelation: preview?.action === "cancelation" ? confirmation : undefined,
      edit: preview?.action === "edit" ? confirmation : undefined,
      refund: preview?.action === "refund" ? confirmation : undefined,
      return: preview?.action === "return" ? confirmation : undefined,
      settlement: preview?.action === "settlement" ? confirmation : undefined,
    },
    /** the form that was refused or asks for agreement is shown unfolded */
    unfolded: {
      fulfilment: action === "fulfilment" && !tracks,
      tracking: tracks,
      cancelation: action === "cancelation",
      refund: action === "refund",
      return: action === "return" && typed.n === undefined,
      edit: action === "edit",
    },
    sums: orderSums(order, afterSale),
    papers: input.papers,
    /** refunds that can be paid in another way, such as those that the bank refused */
    refused: refusedPart(order, afterSale, { typed, refusal, action }, refunds),
    /** money that is still to come by a payment method without a card */
    payment: order.state === "canceled" ? undefined : paymentPart(order, { typed, refusal, action }, { money, dates, now }),
    uncharged: unchargedWords(trouble, events),
    history: orderHistory(events, names, dates),
    emails: emailRows(emails, names, dates),
    sentAgain: emails.again.length,
    seen: events.filter(isDecision).length,
    paths: Object.fromEntries(orderActions.map((name) => [name, staffOrderActionPath(order.number, name)])) as Record<
      OrderAction,
      string
    >,
    may: {
      contact: allows("orders:edit") && placed,
      shipTo: allows("orders:edit") && placed && !order.isPartShipped,
      fulfil:
        allows("orders:ship") &&
        placed &&
        !refunded &&
        order.hold === undefined &&
        notPaid(money, order.means?.shipsUnpaid) === undefined,
      waits: placed && money === "authorized" && order.total > 0,
      track: allows("orders:ship"),
      cancel: refunds && placed && !order.isPartShipped && !order.asksToCancel,
      cancelAsAsked: refunds,
      keep: allows(["orders:ship", "orders:refund"]),
      decideReturn: allows("orders:returns"),
      part: lines.reduce((sum, { toShip }) => sum + toShip, 0) > 1,
      pay: refunds,
      // Taking units out of a charged order refunds them.
      edit: allows("orders:edit") && takesOut && (refunds || refundable === 0 || money === "authorized"),
      discount: allows("orders:edit") && refunds && placed && !refunded && order.total > 0,
      refund: refunds && refundable > 0 && money !== "authorized",
      note: allows(anyOrderChange),
      hold: allows(anyOrderChange) && placed,
      email: allows(anyOrderChange) && order.email !== "",
      return: allows("orders:returns") && order.state !== "canceled" && lines.some(({ left }) => left > 0),
    },
    endsReturns,
    takesOut,
    packages: packagesOf(order, details, tracks ? typed : undefined),
    refundable: dollars(refundable),
    shippingRefund: refundableShipping > 0 ? dollars(refundableShipping) : undefined,
    refundsShipping: typedText("refund", "shipping") === "1",
    carrier: {
      name: "carrier",
      label: "Carrier",
      value: typedText("fulfilment", "carrier"),
      maxlength: "40",
      autocomplete: "off",
    },
    tracking: {
      name: "tracking",
      label: "Tracking number",
      value: typedText("fulfilment", "tracking"),
      maxlength: "60",
      autocomplete: "off",
    },
    note: {
      name: "note",
      label: "Note or message",
      hint: "A message goes to the shopper by email and stands on the order’s page. A note is for the staff.",
      error: action === "note" ? refusal?.errors?.find(({ field }) => field === "note")?.message : undefined,
      value: typedText("note", "note"),
      maxlength: String(longestNote),
    },
    amount: {
      name: "amount",
      label: "Amount in dollars",
      // A separate form refunds all that is left, and needs no amount.
      required: true,
      value: typedText("refund", "amount"),
      inputmode: "decimal",
      maxlength: "12",
      autocomplete: "off",
    },
  };
}

type StaffOrderPage = ReturnType<typeof staffOrderPage>;
export const staffOrderView = view<StaffOrderPage>("staff/order");
