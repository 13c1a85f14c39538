import type { Dates } from "../../dates.ts";
import type { JobStatus } from "../../jobs/follow.ts";
import { dollars } from "../../money.ts";
import { type AfterSale, isRefused } from "../../orders/after-sale.ts";
import type { Order } from "../../orders/find.ts";
import { toShip } from "../../orders/line-standings.ts";
import { longestNote } from "../../orders/notes.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import { trackingUrl } from "../../orders/rules/carriers.ts";
import { isDecision } from "../../orders/rules/decision.ts";
import type { MoneyState } from "../../orders/rules/ledger.ts";
import { chargeRefusalOf, type MoneyTrouble, moneyTroubleOf, refuserWords } from "../../orders/rules/refused-money.ts";
import { isRefunded, notPaid } from "../../orders/rules/state.ts";
import { staffMoneyWord, stateWord } from "../../orders/rules/words.ts";
import type { OrderEmails } from "../../orders/sent-emails.ts";
import { shipmentDetails } from "../../orders/shipment-details.ts";
import type { OrderShipment } from "../../orders/shipments.ts";
import type { Refusal } from "../../outcome.ts";
import type { GatewayCall } from "../../payments/rules/gateway-calls.ts";
import { longestMeans } from "../../payments/settle-refund.ts";
import type { OrderPreview } from "../order-previews.ts";
import {
  type OrderAction,
  orderActions,
  staffInvoicePath,
  staffOrderActionPath,
  staffOrderPath,
  staffOrdersPath,
  staffSlipPath,
} from "../paths.ts";
import { mayEnter } from "../rules/roles.ts";
import { addressLines } from "./address-lines.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { whoOf } from "./history.ts";
import { type OrderEvent, orderHistory } from "./order-history.ts";
import { orderConfirmation } from "./order-preview.ts";
import { comingBack, openReturnsOf, returnedUnits, returnRequestOf, returnWords } from "./order-returns.ts";
import type { Skus } from "./slips.ts";

export type OrderInput = {
  order: Order;
  money: MoneyState;
  afterSale: AfterSale;
  shipments: readonly OrderShipment[];
  emails: OrderEmails;
  /** what could be refunded now, in cents */
  refundable: number;
  refundableShipping: number;
  events: readonly OrderEvent[];
  names: ReadonlyMap<string, string>;
  skus: Skus;
  calls: readonly GatewayCall[];
};

type Shown = {
  notice?: string | undefined;
  refusal?: Refusal | undefined;
  typed?: Record<string, unknown>;
  action?: OrderAction;
  /** what the form of `action` would do, where that is to be agreed to first */
  preview?: OrderPreview | undefined;
};

/** What was typed into the quantities of a refused form, by the action; else as many as `usual`. */
type UnitsTyped = (name: OrderAction, lineId: string, usual: number) => string;

const lineRows = (afterSale: AfterSale, skus: Skus, unitsTyped: UnitsTyped) =>
  afterSale.lines.map((standing) => {
    const { line, name, kept, shipped, unrefunded, unreturned, awaited: allAwaited } = standing;
    const back = returnedUnits(standing, afterSale);
    return {
      id: line.id,
      name,
      sku: skus.get(line.variant_id),
      quantity: line.quantity,
      kept,
      unitPrice: line.gift === 1 ? "free gift" : dollars(line.unit_price),
      amount: dollars(line.unit_price * line.quantity),
      tax: dollars(line.tax),
      refundable: unrefunded.units,
      comingBack: comingBack(back),
      left: allAwaited + back.received + unreturned,
      toShip: toShip(standing),
      ships: unitsTyped("fulfilment", line.id, toShip(standing)),
      refunds: unitsTyped("refund", line.id, 0),
      returns: unitsTyped("return", line.id, back.awaited + back.received),
      refunded: kept - unrefunded.units,
      shipped,
      note: [
        kept < line.quantity ? `${line.quantity - kept} taken out` : "",
        shipped > 0 ? `${shipped} shipped` : "",
        ...returnWords(back),
        kept > unrefunded.units ? `${kept - unrefunded.units} refunded` : "",
      ]
        .filter(Boolean)
        .join(", "),
    };
  });

const sums = (order: Order, { takenOff, refunded, settled, onItsWay, refused }: AfterSale) =>
  [
    { name: "Subtotal", amount: dollars(order.subtotal) },
    { name: "Discount", amount: order.discount > 0 ? `−${dollars(order.discount)}` : "" },
    { name: "Shipping", amount: dollars(order.shipping) },
    { name: "Tax", amount: dollars(order.tax) },
    { name: "Total", amount: dollars(order.total) },
    { name: "Taken out", amount: takenOff > 0 ? `−${dollars(takenOff)}` : "" },
    { name: "Total now", amount: takenOff > 0 ? dollars(order.total - takenOff) : "" },
    { name: "Refunded", amount: refunded > 0 ? dollars(refunded) : "" },
    { name: "By other means than the card", amount: settled > 0 ? dollars(settled) : "" },
    { name: "Refund refused", amount: refused > 0 ? dollars(refused) : "" },
    { name: "Refund on its way", amount: onItsWay > 0 ? dollars(onItsWay) : "" },
  ].filter(({ amount }) => amount !== "");

const statusWords: Readonly<Record<JobStatus, string>> = {
  waiting: "Waiting",
  trying: "Failed, will be tried again",
  done: "Sent",
  failed: "Not sent",
};
/** Its job is deleted a month after it was sent. */
const statusWord = (status: JobStatus | undefined): string => (status ? statusWords[status] : "Over a month ago");

/** What was emailed about the order, and what the staff sent again, each once. */
const emailRows = ({ emails, again }: OrderEmails, names: ReadonlyMap<string, string>, dates: Dates) => [
  ...emails.map(({ key, name, at, status, mayAgain }) => ({
    name,
    at: dates.moment(at),
    state: statusWord(status),
    key: mayAgain ? key : undefined,
  })),
  ...again.map(({ name, at, status, actor }) => ({
    name: `${name}, sent again by ${whoOf(actor, names)}`,
    at: dates.moment(at),
    state: statusWord(status),
    key: undefined,
  })),
];

/** What has shipped, each with who carries it; `typed` is that of a refused form. */
function packagesOf(
  { state, shipment }: Order,
  details: ReturnType<typeof shipmentDetails>,
  typed: Record<string, unknown> | undefined,
) {
  if (state === "canceled") return [];
  const whole = { n: 0, heading: "", carrier: shipment?.carrier, tracking: shipment?.tracking };
  const parts = details.map(({ n, sent, units, ...rest }) => ({ n, heading: `Shipped ${sent.text}: ${units}`, ...rest }));
  const packages = parts.length > 0 || state !== "fulfilled" ? parts : [whole];
  return packages.map(({ n, heading, ...sent }) => {
    const isTyped = typed !== undefined && (text(typed.n) || "0") === String(n);
    return {
      n,
      heading,
      carrier: isTyped ? text(typed.carrier) : (sent.carrier ?? ""),
      tracking: isTyped ? text(typed.tracking) : (sent.tracking ?? ""),
      tells: !isTyped || typed.tells === "1",
    };
  });
}

/** Refunds that were refused, and the form that records how they were paid instead. */
function refusedPart(afterSale: AfterSale, { typed = {}, refusal, action }: Shown, mayWrite: boolean) {
  const refunds = afterSale.refunds.filter(isRefused).map(({ n, amount, refused_by, refusal_code }) => ({
    ...{ n, amount: dollars(amount) },
    reason: `${refuserWords[refused_by ?? "gateway"]} refused it: ${refusal_code}`,
  }));
  if (refunds.length === 0) return undefined;
  const isTyped = action === "settlement";
  const means = {
    name: "means",
    label: "How it was paid",
    hint: "Such as “check 1042”. The shopper reads it in an email and on the order’s page.",
    error: isTyped ? refusal?.errors?.find(({ field }) => field === "means")?.message : undefined,
    value: isTyped ? text(typed.means) : "",
    required: true,
    maxlength: String(longestMeans),
    autocomplete: "off",
  };
  return { refunds, means: mayWrite ? means : undefined };
}

/** Why the payment is not charged, and what to do about it; undefined where it is on its way. */
function unchargedWords(trouble: MoneyTrouble | undefined, events: readonly OrderEvent[]): string | undefined {
  if (trouble === "lapsed")
    return "The card was never charged, and its authorization has lapsed: no money was taken, and none can be any more. Don’t ship this order unpaid. Cancel it, and ask the shopper to order again.";
  const refusal = trouble === "charge" ? chargeRefusalOf(events) : undefined;
  if (!refusal) return undefined;
  return `The charge was refused by ${refuserWords[refusal.by]}: ${refusal.code}. No money was taken so far. The shop tries again until the authorization lapses; until then the order can’t ship. You can also cancel it, and ask the shopper to order again.`;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** One order: what it is, what became of it, and what can be done now by whom is looking. */
export function staffOrderPage(
  desk: DeskInput,
  dates: Dates,
  input: OrderInput,
  { notice, refusal, typed = {}, action, preview }: Shown = {},
) {
  const { order, money, afterSale, shipments, emails, refundable, refundableShipping, events, names, skus, calls } = input;
  const cancelReason = events.find(({ kind }) => kind === "cancelation requested")?.note;
  const word = stateWord(order);
  const trouble = moneyTroubleOf({ state: order.state, money, refunds: afterSale.refunds, events });
  const placed = order.state === "placed";
  const refunded = isRefunded({ ...order, money, refundable });
  const tracks = action === "fulfilment" && typed.how === "tracking";
  const kept = (name: OrderAction, field: string) => (action === name && !tracks ? text(typed[field]) : "");
  const unitsTyped: UnitsTyped = (name, lineId, usual) => kept(name, `line-${lineId}`) || String(usual);
  const lines = lineRows(afterSale, skus, unitsTyped).map((line) => ({
    ...line,
    keeps: kept("edit", "lineId") === line.id ? kept("edit", "quantity") : String(line.kept),
  }));
  const confirmation = preview && orderConfirmation(preview, cardText(order), typed);
  const writes = mayEnter(desk.staff.role, { area: "orders", access: "write" });
  const details = shipmentDetails(shipments, dates);
  // Each package of a shipped order has its own.
  const hasOwnSlips = !placed && details.length > 0;
  return {
    ...deskFrame(desk, `Order ${order.number}`, staffOrdersPath),
    token: desk.token,
    list: staffOrdersPath,
    self: staffOrderPath(order.number),
    notice,
    formError: refusal?.errors?.[0]?.message ?? refusal?.error,
    number: order.number,
    placed: dates.moment(order.placedAt),
    state: word.text,
    tone: { good: "state--good", waiting: "state--wait", calm: "" }[word.tone],
    money: staffMoneyWord(money, order.state, order.total, trouble),
    email: order.email,
    customer: order.customerId === null ? "Guest" : "Has an account",
    method: order.shippingMethod,
    arrives: order.delivery ? dates.range(order.delivery.from, order.delivery.to) : undefined,
    card: cardText(order),
    takenBy: order.takenBy === null ? undefined : whoOf(order.takenBy, names),
    promoCode: order.promoCode,
    /** by which its payment and refunds are found at the card gateway */
    calls: calls.map(({ what, key, ref, amount }) => ({ what, key, ref, amount: dollars(amount) })),
    shipments: details.map((each) => ({
      ...each,
      slip: `${staffSlipPath(order.number)}?shipment=${each.n}`,
    })),
    slip: hasOwnSlips ? undefined : staffSlipPath(order.number),
    invoice: staffInvoicePath(order.number),
    shipment: order.shipment && { ...order.shipment, href: trackingUrl(order.shipment) },
    shipTo: addressLines(order.shippingAddress),
    billTo: addressLines(order.billingAddress),
    lines,
    /** why its shopper asks to cancel it; undefined where they don't, or no more */
    request: order.asksToCancel ? { reason: cancelReason ?? "none given" } : undefined,
    /** a return that its shopper asks for, and nobody has decided about */
    returnRequest: returnRequestOf(afterSale, action === "return" ? { typed, refusal } : {}),
    /** what was accepted or announced, and is on its way or here */
    openReturns: openReturnsOf(afterSale),
    /** nothing of it is paid any more: it is not sent */
    refunded,
    isPartShipped: order.isPartShipped,
    /** what a form would do, beside it */
    confirm: {
      cancelation: preview?.action === "cancelation" ? confirmation : undefined,
      edit: preview?.action === "edit" ? confirmation : undefined,
      refund: preview?.action === "refund" ? confirmation : undefined,
      return: preview?.action === "return" ? confirmation : undefined,
    },
    /** the form that was refused or asks first, which is shown unfolded */
    unfolded: {
      fulfilment: action === "fulfilment" && !tracks,
      tracking: tracks,
      cancelation: action === "cancelation",
      refund: action === "refund",
      return: action === "return" && typed.n === undefined,
      edit: action === "edit",
    },
    sums: sums(order, afterSale),
    /** refunds that the bank or the gateway refused, which can be paid in another way */
    refused: refusedPart(afterSale, { typed, refusal, ...(action && { action }) }, writes),
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
      fulfil: writes && placed && !refunded && notPaid(money) === undefined,
      waits: placed && money === "authorized" && order.total > 0,
      cancel: writes && placed && !order.isPartShipped && !order.asksToCancel,
      decideRequest: writes,
      part: lines.reduce((sum, { toShip }) => sum + toShip, 0) > 1,
      // Of one that was refunded before it shipped, all is canceled.
      edit: writes && placed && (order.isPartShipped || !refunded),
      refund: writes && refundable > 0 && money !== "authorized",
      note: writes,
      email: writes && order.email !== "",
      return: writes && order.state !== "canceled" && lines.some(({ left }) => left > 0),
    },
    packages: packagesOf(order, details, tracks ? typed : undefined),
    refundable: dollars(refundable),
    shippingRefund: refundableShipping > 0 ? dollars(refundableShipping) : undefined,
    refundsShipping: kept("refund", "shipping") === "1",
    carrier: { name: "carrier", label: "Carrier", value: kept("fulfilment", "carrier"), maxlength: "40", autocomplete: "off" },
    tracking: {
      name: "tracking",
      label: "Tracking number",
      value: kept("fulfilment", "tracking"),
      maxlength: "60",
      autocomplete: "off",
    },
    note: {
      name: "note",
      label: "Note or message",
      hint: "A message goes to the shopper by email and stands on the order’s page. A note is for the staff.",
      error: action === "note" ? refusal?.errors?.find(({ field }) => field === "note")?.message : undefined,
      value: kept("note", "note"),
      maxlength: String(longestNote),
    },
    amount: {
      name: "amount",
      label: "Amount in dollars",
      // To refund all that is left takes none, by a form of its own.
      required: true,
      value: kept("refund", "amount"),
      inputmode: "decimal",
      maxlength: "12",
      autocomplete: "off",
    },
  };
}

export type StaffOrderPage = ReturnType<typeof staffOrderPage>;
