import { stepPath } from "../../server/checkout/paths.ts";
import type { Totals } from "../ui/cart-shape.ts";
import { TotalsList } from "../ui/totals-list.tsx";

type Props = { totals: Totals | undefined; promoCode: string | undefined; checkoutId: string | undefined };

/**
 * The sums below the lines and the link to the checkout. Tax is known once there is an address, and
 * so wherever shipping is.
 */
export const CartSums = ({ totals, promoCode, checkoutId = "" }: Props) => (
  <>
    {totals && (
      <TotalsList
        totals={totals}
        shippingKnown={totals.shipping.amount > 0}
        taxKnown={totals.shipping.amount > 0 || totals.tax.amount > 0}
        promoCode={promoCode}
      />
    )}
    <a className="button button--primary button--large button--wide" href={stepPath("contact", encodeURIComponent(checkoutId))}>
      Checkout
    </a>
  </>
);
