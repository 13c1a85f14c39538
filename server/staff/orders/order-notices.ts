import { isRefused } from "../../orders/after-sale.ts";
import type { OrderRecord } from "../../orders/record.ts";
import type { OrderAction } from "../paths.ts";

/** The name of a finished action of an order’s page, in the address of the page. */
export type NoticeName =
  | OrderAction
  | "canceled-unpaid"
  | "canceled-uncharged"
  | "canceled-refused"
  | "canceled-partly-refused"
  | "refund-refused"
  | "return-refused"
  | "return-unpaid"
  | "tracking"
  | "tracking-told"
  | "hold-ended"
  | "announced"
  | "received"
  | "accepted"
  | "address-changed"
  | "address-declined"
  | "declined"
  | "refunded";

const notices: Readonly<Record<NoticeName, string>> = {
  fulfilment: "Marked as shipped. The shopper gets an email.",
  tracking: "The tracking number is changed, and stands on the order’s page.",
  "tracking-told": "The tracking number is changed. The shopper gets an email.",
  cancelation: "Canceled. The shopper gets an email, and the money goes back.",
  "canceled-unpaid": "Canceled. The shopper gets an email. There was nothing left to refund.",
  "canceled-uncharged": "Canceled. The shopper gets an email, and the hold on the card is released. No money was taken.",
  "canceled-refused": "Canceled. The shopper gets an email. The refund was refused: see below.",
  "canceled-partly-refused":
    "Canceled. The shopper gets an email. A refund was refused: see below. The rest of the money goes back.",
  "refund-refused": "The refund was refused: see below.",
  "return-unpaid": "The return is noted. Nothing was left to refund.",
  "return-refused": "The return is noted. Its refund was refused: see below.",
  keeping: "The order stays, and can be packed. The shopper gets an email.",
  hold: "The order is on hold, and isn’t packed until somebody ends the hold.",
  "hold-ended": "The hold is over: the order can be packed.",
  tags: "The tags were saved.",
  refund: "The refund is on its way. The shopper gets an email.",
  settlement: "Recorded as paid in another way. The shopper gets an email.",
  payment: "The payment is recorded.",
  refunded: "The card gateway has made this refund after all: that is booked, and nothing else was recorded.",
  edit: "Changed. The shopper gets an email.",
  return: "The return is noted. Money for what came back is on its way.",
  announced: "The return is announced. Nothing is refunded until it has come back.",
  received: "Noted as received. Somebody who may refund decides what becomes of it.",
  "address-changed": "The shipping address was changed. The shopper gets an email with both addresses.",
  "address-declined": "The request was declined. The shopper gets an email with your reason.",
  accepted: "The return is accepted. The shopper gets an email with your words.",
  declined: "The return is declined. The shopper gets an email with your words.",
  note: "Noted. What is for the shopper goes out by email.",
  email: "The email is being sent again.",
};

/**
 * The page's notice of an action, in words for the present state of the money; undefined for no
 * notice.
 */
export function shownNotice(name: unknown, { money, afterSale }: OrderRecord): string | undefined {
  const last = afterSale.refunds.at(-1);
  const wasRefused = last !== undefined && isRefused(last);
  const isUncharged = money === "authorized" || money === "voided";
  if (name === "cancelation" && isUncharged) return notices["canceled-uncharged"];
  const refused = afterSale.refunds.filter(isRefused);
  if (name === "cancelation" && refused.length > 0)
    return notices[afterSale.onItsWay > 0 || afterSale.refunded > 0 ? "canceled-partly-refused" : "canceled-refused"];
  if ((name === "refund" || name === "return") && wasRefused) return notices[`${name}-refused`];
  return Object.entries(notices).find(([noticeName]) => noticeName === name)?.[1];
}
