import { useEffect, useState } from "react";
import { CallError } from "../call.ts";
import { $cart, loadCheckout } from "../stores/cart.ts";
import { $totals, refreshTotals } from "../stores/totals.ts";
import type { Money, Totals } from "../ui/cart-shape.ts";
import { price } from "../ui/price.ts";
import type { PaymentFormProps } from "./payment-form.props.ts";

/**
 * The total that the page shows and the id under which the server knows it; both totals, when a
 * payment was refused because it changed.
 */
type TotalState = {
  quote: string;
  total: string;
  changed: Change | undefined;
  /** stores the changed total of a refused payment */
  learn(refusal: unknown): void;
};

/** `why` is the server's notice */
export type Change = { old: string; new: string; why?: string | undefined };

type Agreed = Omit<TotalState, "learn">;

/** Follows promo codes through the store of totals, and refused payments. */
export function useAgreedTotal({ checkoutId, quote, total, changedTotal }: PaymentFormProps): TotalState {
  const [agreed, agree] = useState<Agreed>({ quote, total, changed: changedTotal });
  useEffect(() => $totals.subscribe((now) => now && agree((was) => follow(was, now))), []);
  return {
    ...agreed,
    learn(refusal) {
      const latest =
        refusal instanceof CallError && refusal.code === "changed" ? (refusal.data as Latest | undefined) : undefined;
      if (!latest?.quote) return;
      const now = price(latest.total);
      agree({ quote: latest.quote, total: now, changed: { old: agreed.total, new: now } });
      // The total is right even where the rest cannot be loaded.
      readAnew(checkoutId).then(
        (why) => agree((was) => ({ ...was, changed: was.changed && { ...was.changed, why } })),
        () => {},
      );
    },
  };
}

/**
 * Loads sums, lines and promo code; resolves with the server's notice, such as for a code that has
 * been used up.
 */
async function readAnew(checkoutId: string): Promise<string | undefined> {
  await refreshTotals(checkoutId);
  await loadCheckout(checkoutId);
  return $cart.get().notice;
}

/** A total that the shopper changed meanwhile, such as with a promo code, needs no notice. */
function follow(was: Agreed, { quote, total }: Totals): Agreed {
  if (!quote) return was;
  return { quote, total: price(total), changed: quote === was.quote ? was.changed : undefined };
}

type Latest = { total: Money; quote?: string };
