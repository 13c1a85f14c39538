import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import { type AfterSale, isRefused, takenApart, totalNow } from "../../orders/after-sale.ts";
import type { Order } from "../../orders/find.ts";
import type { MoneyState } from "../../orders/rules/ledger.ts";
import { asksAgainWords, chargeRefusalOf, type MoneyTrouble, refuserWords } from "../../orders/rules/refused-money.ts";
import type { Refusal } from "../../outcome.ts";
import { longestMeans } from "../../payments/other-means.ts";
import { readText } from "../../read-text.ts";
import { dayText } from "../forms/date-fields.ts";
import type { FieldView } from "../forms/field-view.ts";
import type { OrderAction } from "../paths.ts";
import type { OrderEvent } from "./order-history.ts";

type Sum = { name: string; amount: string };

/** The sums of an order, its edits, and its changes of state; a sum of zero has an empty amount. */
const soldSums = (order: Order, afterSale: AfterSale): Sum[] => [
  { name: "Subtotal", amount: dollars(order.subtotal) },
  {
    name: order.discountReason ? `Discount (${order.discountReason})` : "Discount",
    amount: order.discount > 0 ? `−${dollars(order.discount)}` : "",
  },
  { name: "Shipping", amount: dollars(order.shipping) },
  { name: "Tax", amount: dollars(order.tax) },
  { name: "Total", amount: dollars(order.total) },
  ...editSums(afterSale),
  totalNowSum(order, afterSale),
];

function totalNowSum({ total }: Order, afterSale: AfterSale): Sum {
  const now = totalNow(total, afterSale);
  return { name: "Total now", amount: now < total ? dollars(now) : "" };
}

function editSums(afterSale: AfterSale): Sum[] {
  const { takenOut } = takenApart(afterSale);
  const { shipping, tax } = afterSale.cheaper;
  return [
    ...afterSale.discounts.map(({ amount, reason }) => ({
      name: reason === "" ? "Later discount" : `Later discount (${reason})`,
      amount: `−${dollars(amount)}`,
    })),
    { name: "Taken out", amount: takenOut > 0 ? `−${dollars(takenOut)}` : "" },
    { name: "Shipping at the new address", amount: shipping > 0 ? `−${dollars(shipping)}` : "" },
    { name: "Tax at the new address", amount: tax > 0 ? `−${dollars(tax)}` : "" },
  ];
}

const isSomething = ({ amount }: Sum): boolean => amount !== "";

/** The sums of an order, except those that are zero. */
export function orderSums(order: Order, afterSale: AfterSale): Sum[] {
  const { refunded, settled, onItsWay, refused } = afterSale;
  return [
    ...soldSums(order, afterSale),
    { name: "Still to be paid", amount: order.means && order.means.awaited > 0 ? dollars(order.means.awaited) : "" },
    { name: "Refunded", amount: refunded > 0 ? dollars(refunded) : "" },
    { name: "By other means than the card", amount: settled > 0 && !order.means ? dollars(settled) : "" },
    { name: "Refund refused", amount: refused > 0 ? dollars(refused) : "" },
    { name: order.means ? "To be paid back" : "Refund on its way", amount: onItsWay > 0 ? dollars(onItsWay) : "" },
  ].filter(isSomething);
}

/** The sums of an order's invoice, which shows only refunds that were made. */
export const invoiceSums = (order: Order, afterSale: AfterSale): Sum[] =>
  [
    ...soldSums(order, afterSale),
    { name: "Refunded", amount: afterSale.refunded > 0 ? `−${dollars(afterSale.refunded)}` : "" },
  ].filter(isSomething);

type SentOrderForm = { typed: Record<string, unknown>; refusal: Refusal | undefined; action: OrderAction | undefined };

/** The day and amount of a payment without a card, prefilled with today and all that is awaited. */
export function paymentPart(
  { means }: Order,
  { typed, refusal, action }: SentOrderForm,
  { money, dates, now }: { money: MoneyState; dates: Dates; now: number },
) {
  if (!means || means.awaited === 0) return undefined;
  const isTyped = action === "payment";
  const field = (name: string, first: string) => ({
    name,
    error: isTyped ? refusal?.errors?.find((error) => error.field === name)?.message : undefined,
    value: isTyped ? readText(typed[name]) : first,
    autocomplete: "off",
  });
  return {
    means: means.name,
    awaited: dollars(means.awaited),
    due: dates.day(means.dueAt),
    isOverdue: means.dueAt <= now,
    isPartPaid: money === "part_paid",
    paid: {
      ...field("paid", dollars(means.awaited).replace(/[$,]/g, "")),
      label: "Amount in dollars",
      inputmode: "decimal",
      maxlength: "12",
      required: true,
    },
    day: { ...field("day", dayText(now, dates)), label: "Came on", type: "date", required: true },
    note: {
      ...field("paymentNote", ""),
      label: "Note",
      hint: "Such as the bank’s reference. The shopper reads it on the order’s page.",
      maxlength: String(longestMeans),
    },
  };
}

/**
 * The refunds whose payment in another way the form records: refused ones, and all of an order that
 * was paid without a card.
 */
export function refusedPart(
  { means: paidBy }: Order,
  afterSale: AfterSale,
  { typed, refusal, action }: SentOrderForm,
  mayWrite: boolean,
) {
  const isOpen = (refund: AfterSale["refunds"][number]) => (paidBy ? refund.state === "requested" : isRefused(refund));
  const refunds = afterSale.refunds.filter(isOpen).map(({ n, amount, refused_by, refusal_code }) => ({
    n,
    amount: dollars(amount),
    label: `Refund ${n}: ${dollars(amount)}`,
    reason: paidBy ? `paid by ${paidBy.name}` : `${refuserWords[refused_by ?? "gateway"]} refused it: ${refusal_code}`,
  }));
  if (refunds.length === 0) return undefined;
  const isTyped = action === "settlement";
  const means = {
    name: "means",
    label: "How it was paid",
    hint: "Such as “check 1042”. The shopper reads it in an email and on the order’s page.",
    error: isTyped ? refusal?.errors?.find(({ field }) => field === "means")?.message : undefined,
    value: isTyped ? readText(typed.means) : "",
    required: true,
    maxlength: String(longestMeans),
    autocomplete: "off",
  };
  const chosen = isTyped ? readText(typed.n) : "";
  const choice: FieldView = {
    kind: "select",
    name: "n",
    label: "Which refund",
    value: chosen,
    choices: refunds.map(({ n, label }) => ({ value: String(n), label, selected: String(n) === chosen })),
  };
  const [only] = refunds.length === 1 ? refunds : [];
  const byGateway = afterSale.refunds.some((refund) => isRefused(refund) && refund.refused_by !== "bank");
  const asksAgain = asksAgainWords[byGateway ? "gateway" : "bank"];
  const heading = paidBy ? "To be paid back" : "Refund refused";
  const about = paidBy ? "Pay the shopper back" : `${asksAgain}. If you pay the shopper in another way`;
  return { heading, about, refunds, only, choice, means: mayWrite ? means : undefined };
}

/** Why the payment is not charged, and what to do about it; undefined if it will be charged. */
export function unchargedWords(trouble: MoneyTrouble | undefined, events: readonly OrderEvent[]): string | undefined {
  if (trouble === "lapsed")
    return "The card was never charged, and its authorization has lapsed: no money was taken, and none can be any more. Don’t ship this order unpaid. Cancel it, and ask the shopper to order again.";
  const refusal = trouble === "charge" ? chargeRefusalOf(events) : undefined;
  if (!refusal) return undefined;
  return `The charge was refused by ${refuserWords[refusal.by]}: ${refusal.code}. No money was taken so far. The shop tries again until the authorization lapses; until then the order can’t ship. You can also cancel it, and ask the shopper to order again.`;
}
