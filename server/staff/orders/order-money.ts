import { type Cents, dollars } from "../../money.ts";
import { type AfterSale, isRefused } from "../../orders/after-sale.ts";
import type { Order } from "../../orders/find.ts";
import { asksAgainWords, chargeRefusalOf, type MoneyTrouble, refuserWords } from "../../orders/rules/refused-money.ts";
import type { Refusal } from "../../outcome.ts";
import { longestMeans } from "../../payments/other-means.ts";
import { readText } from "../../read-text.ts";
import type { FieldView } from "../forms/field-view.ts";
import type { OrderAction } from "../paths.ts";
import type { OrderEvent } from "./order-history.ts";

type Sum = { name: string; amount: string };

/** The sums of an order and of the units taken out of it; a sum of zero has an empty amount. */
const soldSums = (order: Order, takenOff: Cents): Sum[] => [
  { name: "Subtotal", amount: dollars(order.subtotal) },
  { name: "Discount", amount: order.discount > 0 ? `−${dollars(order.discount)}` : "" },
  { name: "Shipping", amount: dollars(order.shipping) },
  { name: "Tax", amount: dollars(order.tax) },
  { name: "Total", amount: dollars(order.total) },
  { name: "Taken out", amount: takenOff > 0 ? `−${dollars(takenOff)}` : "" },
  { name: "Total now", amount: takenOff > 0 ? dollars(order.total - takenOff) : "" },
];

const isSomething = ({ amount }: Sum): boolean => amount !== "";

/** The sums of an order, except those that are zero. */
export const orderSums = (order: Order, { takenOff, refunded, settled, onItsWay, refused }: AfterSale): Sum[] =>
  [
    ...soldSums(order, takenOff),
    { name: "Refunded", amount: refunded > 0 ? dollars(refunded) : "" },
    { name: "By other means than the card", amount: settled > 0 ? dollars(settled) : "" },
    { name: "Refund refused", amount: refused > 0 ? dollars(refused) : "" },
    { name: "Refund on its way", amount: onItsWay > 0 ? dollars(onItsWay) : "" },
  ].filter(isSomething);

/** The sums of an order's invoice, which shows only refunds that were made. */
export const invoiceSums = (order: Order, { takenOff, refunded }: AfterSale): Sum[] =>
  [...soldSums(order, takenOff), { name: "Refunded", amount: refunded > 0 ? `−${dollars(refunded)}` : "" }].filter(isSomething);

type SentOrderForm = { typed: Record<string, unknown>; refusal: Refusal | undefined; action: OrderAction | undefined };

/** Refused refunds, and the form that records how they were paid in another way. */
export function refusedPart(afterSale: AfterSale, { typed, refusal, action }: SentOrderForm, mayWrite: boolean) {
  const refunds = afterSale.refunds.filter(isRefused).map(({ n, amount, refused_by, refusal_code }) => ({
    n,
    amount: dollars(amount),
    label: `Refund ${n}: ${dollars(amount)}`,
    reason: `${refuserWords[refused_by ?? "gateway"]} refused it: ${refusal_code}`,
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
  return { refunds, only, asksAgain, choice, means: mayWrite ? means : undefined };
}

/** Why the payment is not charged, and what to do about it; undefined if it will be charged. */
export function unchargedWords(trouble: MoneyTrouble | undefined, events: readonly OrderEvent[]): string | undefined {
  if (trouble === "lapsed")
    return "The card was never charged, and its authorization has lapsed: no money was taken, and none can be any more. Don’t ship this order unpaid. Cancel it, and ask the shopper to order again.";
  const refusal = trouble === "charge" ? chargeRefusalOf(events) : undefined;
  if (!refusal) return undefined;
  return `The charge was refused by ${refuserWords[refusal.by]}: ${refusal.code}. No money was taken so far. The shop tries again until the authorization lapses; until then the order can’t ship. You can also cancel it, and ask the shopper to order again.`;
}
