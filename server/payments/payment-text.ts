import type { Dates } from "../dates.ts";
import { dollars } from "../money.ts";
import { cardText } from "../orders/rules/card-brands.ts";
import type { Attempt } from "./queries/attempts.ts";
import type { Orphan } from "./queries/orphans.ts";
import { paymentWords } from "./rules/payment-words.ts";
import { orphanText } from "./sweep/notice.ts";

/** Says that a payment found by its key has no order, and how it ended. */
export function withoutOrderText(payment: { attempt: Attempt } | { orphan: Orphan }, dates: Dates): string {
  if ("orphan" in payment)
    return `The card gateway has this payment, and there is no order for it: ${orphanText(payment.orphan)}`;
  const { key, amount, brand, last4, created_at, state } = payment.attempt;
  const facts = [dollars(amount), cardText({ brand, last4 }), dates.moment(created_at).text].filter(Boolean).join(", ");
  return `This payment has no order: ${paymentWords(state)}. It was ${facts}, key ${key}.`;
}
