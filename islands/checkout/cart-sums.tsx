import type { MouseEvent } from "react";
import { stepPath } from "../../server/checkout/paths.ts";
import { showOverlay } from "../stores/overlay.ts";
import { $pendingSteps } from "../stores/pending-steps.ts";
import type { Totals } from "../ui/cart-shape.ts";
import { TotalsList } from "../ui/totals-list.tsx";
import { showStep } from "./steps.ts";

type Props = { totals: Totals | undefined; checkoutId: string | undefined };

/**
 * The sums below the lines, and the link to the checkout. The tax is known once there is an
 * address. Shipping also needs an address, so if shipping is known, the tax is known too.
 */
export const CartSums = ({ totals, checkoutId = "" }: Props) => (
  <>
    {totals && (
      <TotalsList
        totals={totals}
        shippingKnown={totals.shipping.amount > 0}
        taxKnown={totals.shipping.amount + totals.tax.amount > 0}
      />
    )}
    <a
      className="button button--primary button--large button--wide"
      href={stepPath("contact", encodeURIComponent(checkoutId))}
      onClick={(event) => void afterSteps(event, checkoutId)}
    >
      Checkout
    </a>
  </>
);

/**
 * Before the cart is left, waits until the server has answered all changes of quantities. If it
 * refused one, the page stays.
 */
async function afterSteps(event: MouseEvent, checkoutId: string): Promise<void> {
  const pending = $pendingSteps.get();
  if (!pending || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const hide = showOverlay();
  const isDone = await pending.finally(hide);
  if (isDone) await showStep("contact", checkoutId);
}
