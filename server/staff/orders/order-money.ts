import type { Dates } from "../../dates.ts";
import { type Cents, dollars } from "../../money.ts";
import { type AfterSale, isRefused, takenApart, taxNow, totalNow } from "../../orders/after-sale.ts";
import type { Order } from "../../orders/find.ts";
import type { OrderRecord } from "../../orders/record.ts";
import type { OrderSums } from "../../orders/rules/books.ts";
import type { MoneyState } from "../../orders/rules/ledger.ts";
import { asksAgainWords, chargeRefusalOf, type MoneyTrouble, refuserWords } from "../../orders/rules/refused-money.ts";
import { taxLines } from "../../orders/rules/tax-lines.ts";
import type { Refusal } from "../../outcome.ts";
import { longestMeans } from "../../payments/other-means.ts";
import { readText } from "../../read-text.ts";
import { dayText } from "../forms/date-fields.ts";
import type { FieldView } from "../forms/field-view.ts";
import type { OrderAction } from "../paths.ts";
import type { OrderEvent } from "./order-history.ts";

type Sum = { name: string; amount: string };

const minus = (cents: Cents): string => `−${dollars(cents)}`;

/** The sums of an order as it was sold. Without a discount, the discount's amount is empty. */
const soldSums = (order: Order): Sum[] => [
  { name: "Subtotal", amount: dollars(order.subtotal) },
  {
    name: order.discountReason ? `Discount (${order.discountReason})` : "Discount",
    amount: order.discount > 0 ? minus(order.discount) : "",
  },
  { name: "Shipping", amount: dollars(order.shipping) },
  ...taxLines(order).map(({ name, amount }) => ({ name, amount: dollars(amount) })),
  { name: "Total", amount: dollars(order.total) },
];

/** What took something off an order's total since the sale, in cents; `amount` includes `tax`. */
function changesOf(afterSale: AfterSale): { name: string; amount: Cents; tax: Cents }[] {
  const { shipping, tax } = afterSale.cheaper;
  return [
    ...afterSale.discounts.map(({ reason, ...discount }) => ({
      name: reason === "" ? "Later discount" : `Later discount (${reason})`,
      ...discount,
    })),
    { name: "Taken out", ...takenApart(afterSale).takenOut },
    { name: "Shipping at the new address", amount: shipping, tax: 0 },
    { name: "Tax at the new address", amount: tax, tax },
  ].filter(({ amount }) => amount > 0);
}

const isSomething = ({ amount }: Sum): boolean => amount !== "";

const stillToBePaid = ({ means }: Order): Sum => ({
  name: "Still to be paid",
  amount: means && means.awaited > 0 ? dollars(means.awaited) : "",
});

/** The sums of an order, except those that are zero. */
export function orderSums(order: Order, afterSale: AfterSale): Sum[] {
  const { refunded, settled, onItsWay, refused } = afterSale;
  const total = totalNow(order.total, afterSale);
  return [
    ...soldSums(order),
    ...changesOf(afterSale).map(({ name, amount }) => ({ name, amount: minus(amount) })),
    { name: "Total now", amount: total < order.total ? dollars(total) : "" },
    stillToBePaid(order),
    { name: "Refunded", amount: refunded > 0 ? dollars(refunded) : "" },
    { name: "By other means than the card", amount: settled > 0 && !order.means ? dollars(settled) : "" },
    { name: "Refund refused", amount: refused > 0 ? dollars(refused) : "" },
    { name: order.means ? "To be paid back" : "Refund on its way", amount: onItsWay > 0 ? dollars(onItsWay) : "" },
  ].filter(isSomething);
}

/**
 * The sums of an order's invoice: as sold, what changed the total since then, and the payments, of
 * which only refunds that were made.
 */
export const invoiceSums = ({ order, afterSale, booked }: Pick<OrderRecord, "order" | "afterSale" | "booked">) => ({
  sold: soldSums(order).filter(isSomething),
  changes: taxedChanges(order, afterSale),
  payments: paymentSums(order, afterSale, booked).filter(isSomething),
});

/** The changes of an order's total, each with its net and tax; empty if nothing has changed. */
function taxedChanges({ total, tax }: Order, afterSale: AfterSale) {
  const changes = changesOf(afterSale);
  if (changes.length === 0) return [];
  const signed = (cents: Cents) => (cents < 0 ? minus(0 - cents) : dollars(cents));
  return [
    { name: "As ordered", amount: total, tax },
    ...changes.map((change) => ({ name: change.name, amount: 0 - change.amount, tax: 0 - change.tax })),
    { name: "Total now", amount: totalNow(total, afterSale), tax: taxNow(tax, afterSale) },
  ].map((row) => ({ name: row.name, net: signed(row.amount - row.tax), tax: signed(row.tax), amount: signed(row.amount) }));
}

function paymentSums(order: Order, afterSale: AfterSale, { paid, refunded, taxCharged, taxBack }: OrderSums): Sum[] {
  const tax = taxCharged + taxBack;
  const isTaxBack = tax < taxNow(order.tax, afterSale);
  return [
    { name: "Paid", amount: paid > 0 ? dollars(paid) : "" },
    { name: "Refunded", amount: refunded > 0 ? minus(refunded) : "" },
    { name: "Kept", amount: refunded > 0 || isTaxBack ? dollars(paid - refunded) : "" },
    { name: "Tax in what was kept", amount: isTaxBack ? dollars(tax) : "" },
    stillToBePaid(order),
  ];
}

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
