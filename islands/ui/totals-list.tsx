import type { Totals } from "./cart-shape.ts";
import { price } from "./price.ts";

type Props = {
  totals: Totals;
  shippingKnown: boolean;
  taxKnown: boolean;
  promoCode: string | undefined;
};

/** The sums, in the markup of views/ui/totals.hbs. */
export const TotalsList = ({ totals, shippingKnown, taxKnown, promoCode }: Props) => (
  <dl className="totals">
    <div>
      <dt>Subtotal</dt>
      <dd>{price(totals.subtotal)}</dd>
    </div>
    {totals.discount.amount > 0 && (
      <div className="totals__discount">
        <dt>Discount{promoCode && ` (${promoCode})`}</dt>
        <dd>−{price(totals.discount)}</dd>
      </div>
    )}
    <div>
      <dt>Shipping</dt>
      <dd>{shippingKnown ? shippingPrice(totals) : <Later />}</dd>
    </div>
    <div>
      <dt>Tax</dt>
      <dd>{taxKnown ? price(totals.tax) : <Later />}</dd>
    </div>
    <div className="totals__total">
      <dt>Total</dt>
      <dd>{price(totals.total)}</dd>
    </div>
  </dl>
);

const Later = () => <span className="soft">Calculated later</span>;

const shippingPrice = ({ shipping }: Totals) => (shipping.amount > 0 ? price(shipping) : "Free");
