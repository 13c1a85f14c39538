import type { SubmitEvent } from "react";
import type { Offer } from "../../server/catalog/rules/offer.ts";
import { noLongerSoldText } from "../../server/catalog/rules/shortage.ts";
import { cartAdditionPath } from "../../server/checkout/cart-paths.ts";
import { report } from "../analytics.ts";
import { addLine } from "../stores/cart.ts";
import { useOffers } from "../ui/embedded/use-offers.ts";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { EmbeddedAddToCartProps } from "./add-to-cart.props.embedded.ts";
import type { AddToCartProps } from "./add-to-cart.props.ts";
import AddToCart from "./add-to-cart.tsx";
import { OfferFacts } from "./offer-facts.tsx";
import { productEvent } from "./product-event.ts";

/**
 * The button with the price and the stock above it, for a page that gives only the variant's id.
 */
export default function EmbeddedAddToCart(props: EmbeddedAddToCartProps) {
  return props.name === undefined ? <ById variantId={props.variantId} /> : <AddToCart {...(props as AddToCartProps)} />;
}

function ById({ variantId }: { variantId: string }) {
  const [busy, attempt] = usePendingAction();
  const offers = useOffers("variantId", variantId);
  const isKnown = Array.isArray(offers);
  const offer: Offer | undefined = isKnown ? offers[0] : undefined;
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await addLine(variantId, 1);
      if (offer) report("add_to_cart", productEvent({ ...offer, variant: offer.variant || undefined }, 1));
    });
  };
  if (isKnown && !offer) return <p className="availability">{noLongerSoldText()}</p>;
  return (
    <form className="offer" method="post" action={cartAdditionPath} onSubmit={add}>
      <input type="hidden" name="variantId" value={variantId} />
      {/* Empty until the offer is loaded, or if loading fails: the button works without it. */}
      <p className="offer__facts">{offer && <OfferFacts offer={offer} />}</p>
      {offer?.left === 0 || (
        <SubmitButton busy={busy} className="button--wide" aria-label={offer ? `Add to cart: ${offer.name}` : undefined}>
          Add to cart
        </SubmitButton>
      )}
    </form>
  );
}
