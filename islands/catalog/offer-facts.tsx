import type { Offer } from "../../server/catalog/rules/offer.ts";
import { mostOf, stockText } from "../../server/catalog/rules/stock-text.ts";
import { price } from "../ui/price.ts";

/** The price and the stock of one variant, in one line. */
export const OfferFacts = ({ offer }: { offer: Offer }) => (
  <>
    <span className="price">
      <span className="price__now" translate="no">
        {price({ amount: offer.price })}
      </span>
      {offer.discountPercent > 0 && offer.compareAt !== null && (
        <s className="price__was">
          <span className="visually-hidden"> before </span>
          <span translate="no">{price({ amount: offer.compareAt })}</span>
        </s>
      )}
    </span>
    <span key={offer.left} className="availability" data-most={mostOf(offer.left)}>
      {stockText(offer.left)}
    </span>
  </>
);
