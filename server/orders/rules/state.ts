import type { MoneyState } from "./ledger.ts";

export type OrderState = "placed" | "canceled" | "fulfilled";

type CancelationState = Readonly<{ state: OrderState; cancelation_requested: number; shipment_count: number }>;

/**
 * Whether a shopper’s request to cancel waits for the shop’s decision. Shipping any part ends the
 * request.
 */
export const asksToCancel = ({ state, cancelation_requested, shipment_count }: CancelationState): boolean =>
  state === "placed" && cancelation_requested === 1 && shipment_count === 0;

/** Why an order that is not placed any more can neither be canceled nor sent. */
export const leftPlaced = (state: OrderState): string =>
  state === "canceled" ? "This order has already been canceled." : "This order has already shipped.";

/** Why an order cannot be canceled any more. Here a placed order is one that has partly shipped. */
export const notCancelable = (state: OrderState): string =>
  state === "placed" ? "Part of this order has already shipped." : leftPlaced(state);

/** Why an order on hold cannot be sent. */
export const onHold = (reason: string): string => `This order is on hold: ${reason}`;

type PaymentState = { state: OrderState; total: number; money: MoneyState; refundable: number };

/**
 * Whether the whole payment of a placed order was refunded, or its refund was requested. Units of
 * such an order that have not shipped are not sent.
 */
export const isRefunded = ({ state, total, money, refundable }: PaymentState): boolean =>
  state === "placed" && total > 0 && !isUnpaid(money) && refundable <= 0;

/** Whether money is still to come. */
export const isUnpaid = (money: MoneyState): boolean => money === "authorized" || isAwaited(money);

/** Whether money is still to come by a payment method without a card. */
export const isAwaited = (money: MoneyState): boolean => money === "awaiting" || money === "part_paid";

/**
 * Why an order cannot be sent because of its payment; undefined if it can. A partly refunded order
 * can be sent, and one whose payment method ships before it is paid.
 */
export function notPaid(money: MoneyState, shipsUnpaid = false): string | undefined {
  if (money === "paid" || money === "part_refunded") return undefined;
  if (isAwaited(money)) return shipsUnpaid ? undefined : "its payment has not arrived yet";
  return money === "authorized" ? "its payment has not been charged yet" : "its payment was refunded";
}
