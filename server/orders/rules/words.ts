import { type StateLabel, stateLabel } from "../../state-label.ts";
import type { failedChecksKind } from "./failed-checks.ts";
import type { MoneyState } from "./ledger.ts";
import type { sentAgain } from "./order-emails.ts";
import { type MoneyTrouble, settledKind } from "./refused-money.ts";
import type { OrderState } from "./state.ts";

type WordedState = { state: OrderState; cancelationRequested: boolean; isPartShipped: boolean };

/** An order's state in the shopper's words. */
export function stateWord({ state, cancelationRequested, isPartShipped }: WordedState): StateLabel {
  if (state === "canceled") return stateLabel("waiting", "Canceled");
  if (state === "fulfilled") return stateLabel("done", "Shipped");
  if (isPartShipped) return stateLabel("waiting", "Partly shipped");
  return cancelationRequested ? stateLabel("todo", "Cancellation requested") : stateLabel("waiting", "Placed");
}

const moneyWords: Record<MoneyState, string> = {
  authorized: "Payment authorized",
  awaiting: "Awaiting payment",
  part_paid: "Paid in part",
  paid: "Paid",
  part_refunded: "Partially refunded",
  refunded: "Refunded",
  voided: "Not charged",
};

/**
 * The words for an order's money. A canceled order's money is on its way back until the ledger says
 * that it is refunded, or the bank refuses the refund.
 */
export function moneyWord(money: MoneyState, state: OrderState, total: number, trouble?: MoneyTrouble): string {
  if (total === 0) return "Nothing to pay";
  if (state !== "canceled") return moneyWords[trouble === "lapsed" && money === "authorized" ? "voided" : money];
  if (money === "authorized") return "Hold being released";
  if (money === "paid" || money === "part_refunded") return trouble === "refund" ? "Refund pending" : "Refund on its way";
  return moneyWords[money];
}

const troubleWords: Readonly<Record<MoneyTrouble, string>> = {
  refund: "Refund refused",
  charge: "Charge refused",
  lapsed: "Never charged",
};

/** The money's state for the staff, who have to act on trouble. */
export const staffMoneyWord = (money: MoneyState, state: OrderState, total: number, trouble?: MoneyTrouble): string =>
  trouble ? troubleWords[trouble] : moneyWord(money, state, total);

/** The kind of event of a payment without a card; its note has the amount, the day and the note. */
export const paymentKind = "payment recorded" as const;

/** The kind of an order's event that says that the cardholder disputes the payment. */
export const disputedKind = "payment disputed" as const;

/** The kind of the event that another order adds products; its note names that order. */
export const supplementKind = "supplement placed" as const;

/** The kind of event that records a discount on an order; the event's note is the reason. */
export const discountKind = "discounted" as const;

/** The note of a cancelation at the end of the term of payment. */
export const unpaidNote = "not paid in time";

/** The note of a cancelation that an exchange of the whole order caused. */
export const exchangedNote = "for an exchange";

/** The note of a cancelation that a phone order with another address follows. */
export const replacedNote = "to place it again with another address";

/** The kind of event in the earlier order of an exchange; the note names the new order. */
export const exchangeKind = "exchanged" as const;

const eventWords = {
  placed: "Order placed",
  "confirmation mailed": "Confirmation emailed",
  captured: "Payment received",
  [paymentKind]: "Payment received",
  "cancelation requested": "Cancellation requested",
  "cancelation declined": "We couldn’t cancel the order",
  canceled: "You canceled the order",
  "part shipped": "Shipped in part",
  fulfilled: "Order shipped",
  "tracking changed": "Tracking updated",
  voided: "Payment hold released; nothing was charged",
  refunded: "Refund issued",
  [settledKind]: "Refund paid by other means than the card",
  edited: "Taken out of the order",
  [discountKind]: "Discount",
  "email changed": "Email address changed",
  "address changed": "Shipping address changed",
  "address requested": "Another shipping address requested",
  "address request withdrawn": "Request for another address withdrawn",
  "address request declined": "We couldn’t change the shipping address",
  "return requested": "Return requested",
  "return accepted": "Return accepted",
  "return declined": "Return declined",
  "return asked": "Return announced",
  "return received": "Return received",
  message: "Message from the store",
  [supplementKind]: "Products added",
  [exchangeKind]: "Exchanged for other products",
};

/** Kinds of events that do not concern the shopper. */
export type InternalEventKind =
  | "authorization lapsed"
  | "confirmation not mailed"
  | "refund requested"
  | "refund withdrawn"
  | "refund declined"
  | "refund refused"
  | "refund waits"
  | "charge declined"
  | "charge refused"
  | typeof disputedKind
  | typeof failedChecksKind
  | "put on hold"
  | "hold ended"
  | "return restocked"
  | "return written off"
  | "taken on the phone"
  | "contact changed"
  | "tags changed"
  | "note"
  | typeof sentAgain;

/**
 * Every kind of event in an order's history. `eventWords` has the words for shoppers; the words for
 * internal kinds are in staff/orders/order-history.ts.
 */
export type OrderEventKind = keyof typeof eventWords | InternalEventKind;

/**
 * Kinds of events whose note is shown after their words. The note is, for example, an amount, or
 * units of products.
 */
const noted = new Set([
  "cancelation requested",
  "part shipped",
  "tracking changed",
  paymentKind,
  "refunded",
  settledKind,
  "edited",
  discountKind,
  "address request declined",
  "return requested",
  "return accepted",
  "return declined",
  "return asked",
  "return received",
  "message",
  supplementKind,
  exchangeKind,
]);

/**
 * The words for an event of an order; undefined for internal ones. A cancelation's note names who
 * did it.
 */
export function eventWord({ kind, note }: { kind: string; note: string }): string | undefined {
  const words: Readonly<Record<string, string>> = eventWords;
  const word = words[kind];
  if (noted.has(kind) && note !== "") return `${word}: ${note}`;
  if (kind === "canceled" && note === "by the shop") return "We canceled the order";
  if (kind === "canceled" && note === replacedNote) return `We canceled the order, ${note}`;
  if (kind === "canceled" && note === exchangedNote) return "Canceled, since all of it was exchanged";
  if (kind === "canceled" && note === unpaidNote) return "Canceled, since the payment did not arrive in time";
  return word;
}

/** The rank of an event among events of the same moment. */
export const eventRank = (kind: string): number => Object.keys(eventWords).indexOf(kind);
