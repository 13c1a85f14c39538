import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { fetchHtml } from "server-islands/html";
import { stepPath } from "../../server/checkout/paths.ts";
import type { Change } from "../../server/checkout/rules/quoted-fields.ts";
import { CallError } from "../call.ts";
import { $cart, loadCheckout } from "../stores/cart.ts";
import { $totals, refreshTotals } from "../stores/totals.ts";
import type { Money, Totals } from "../ui/cart-shape.ts";
import { price } from "../ui/price.ts";
import type { PaymentFormProps } from "./payment-form.props.ts";

/** The values that the page shows, and the server's id for them. */
type QuoteView = {
  quote: string;
  total: string;
  /** the changes since the shopper last agreed */
  changes: readonly Change[];
  /** the server's reason for the changes */
  why?: string | undefined;
};

type AgreedQuote = QuoteView & {
  /** shows the changes that a refused payment reports */
  learn(refusal: unknown): void;
};

/**
 * The values that the page shows. They follow the store of totals, such as after a promo code.
 * After a refused payment, `learn` updates them.
 */
export function useAgreedQuote({ checkoutId, quote, total, changes, why }: PaymentFormProps): AgreedQuote {
  const [agreed, agree] = useState<QuoteView>({ quote, total, changes, why });
  useEffect(
    () =>
      $totals.subscribe((now) => {
        if (!now?.quote) return;
        agree((was) => follow(was, now));
        if (unseen(now).length > 0) readRest(checkoutId, agree);
      }),
    [checkoutId],
  );
  return {
    ...agreed,
    learn(refusal) {
      const latest =
        refusal instanceof CallError && refusal.code === "changed" ? (refusal.data as Latest | undefined) : undefined;
      if (!latest?.quote) return;
      agree({ ...latest, total: price(latest.total) });
      // A failure is ignored: the page already shows the changes from the refusal, which are right
      // without the other values.
      refreshTotals(checkoutId, `&quote=${latest.quote}`).then(
        () => readRest(checkoutId, agree),
        () => {},
      );
    },
  };
}

/**
 * Loads the lines, and shows the server's notice of its changes, such as for a used up promo code.
 * Then replaces the parts of the page that the server rendered.
 */
function readRest(checkoutId: string, agree: Dispatch<SetStateAction<QuoteView>>): void {
  loadCheckout(checkoutId)
    .then(() => {
      const { notice } = $cart.get();
      agree((was) => ({ ...was, why: notice }));
      return replaceAnswers(checkoutId);
    })
    .catch(() => {});
}

/**
 * Replaces two parts of the page by new ones from the server: the answers of the earlier steps, and
 * the embedded shipping address that the billing address may use.
 */
async function replaceAnswers(checkoutId: string): Promise<void> {
  const html = await fetchHtml(stepPath("payment", encodeURIComponent(checkoutId)), { redirect: "error" });
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const part of [".completed-steps", "#shipping-address"]) {
    const now = fresh.querySelector(part);
    if (now) document.querySelector(part)?.replaceWith(now);
  }
}

/**
 * The changes that the shopper did not make. Leaves out a new total, which needs no notice: the
 * shopper's own promo code may have changed it.
 */
const unseen = ({ changes = [] }: Totals) => changes.filter(({ field }) => field !== "total");

const follow = (was: QuoteView, now: Totals): QuoteView =>
  now.quote === was.quote || !now.quote ? was : { quote: now.quote, total: price(now.total), changes: unseen(now) };

type Latest = { total: Money; quote: string; changes: readonly Change[] };
