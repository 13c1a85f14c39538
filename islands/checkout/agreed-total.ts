import { useEffect, useState } from "react";
import { CallError } from "../call.ts";
import { $totals, refreshTotals } from "../stores/totals.ts";
import type { Money } from "../ui/cart-shape.ts";
import { price } from "../ui/price.ts";
import type { PaymentFormProps } from "./payment-form.props.ts";

/** The total that the page shows and the id under which the server knows it; both totals, when a payment was refused because it changed. */
export type TotalState = {
  quote: string;
  total: string;
  changed: { old: string; new: string } | undefined;
  /** keeps what a refused payment tells of a changed total */
  learn(refusal: unknown): void;
};

/** Follows promo codes by the store of totals, and refused payments. */
export function useAgreedTotal({ checkoutId, quote, total, changedTotal }: PaymentFormProps): TotalState {
  const [agreed, agree] = useState({ quote, total, changed: changedTotal });
  useEffect(
    () => $totals.subscribe((now) => now?.quote && agree((was) => ({ ...was, quote: now.quote ?? "", total: price(now.total) }))),
    [],
  );
  return {
    ...agreed,
    learn(refusal) {
      const latest = refusal instanceof CallError && refusal.status === 409 ? (refusal.data as Latest | undefined) : undefined;
      if (!latest?.quote) return;
      const now = price(latest.total);
      agree({ quote: latest.quote, total: now, changed: { old: agreed.total, new: now } });
      refreshTotals(checkoutId).catch(() => {});
    },
  };
}

type Latest = { total: Money; quote?: string };
