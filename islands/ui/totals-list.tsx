import type { Money, Totals } from "./cart-shape.ts";
import { price } from "./price.ts";

type Props = {
  totals: Totals;
  shippingKnown: boolean;
  taxKnown: boolean;
};

/** The sums, in the markup of views/ui/totals.hbs. */
export const TotalsList = ({ totals, shippingKnown, taxKnown }: Props) => (
  <>
    <dl className="totals">
      <div>
        <dt>Subtotal</dt>
        <dd translate="no">{price(totals.subtotal)}</dd>
      </div>
      {totals.discount.amount > 0 && (
        <div className="totals__discount">
          <dt>Discount{totals.promo && <span translate="no">{` (${totals.promo})`}</span>}</dt>
          <dd translate="no">−{price(totals.discount)}</dd>
        </div>
      )}
      <div>
        <dt>Shipping</dt>
        <dd>{shippingKnown ? shippingPrice(totals) : <Later />}</dd>
      </div>
      <div>
        <dt>Tax</dt>
        <dd>{taxKnown ? <Amount of={totals.tax} /> : <Later />}</dd>
      </div>
      <div className="totals__total">
        <dt>Total</dt>
        <dd translate="no">{price(totals.total)}</dd>
      </div>
    </dl>
    {totals.promoNote && <p className="soft">{totals.promoNote}</p>}
  </>
);

const Later = () => <span className="soft">Calculated later</span>;

const Amount = ({ of }: { of: Money }) => <span translate="no">{price(of)}</span>;

const Free = () => <span>Free</span>;

const shippingPrice = ({ shipping }: Totals) => (shipping.amount > 0 ? <Amount of={shipping} /> : <Free />);
