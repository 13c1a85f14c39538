import type { SubmitEvent } from "react";
import { cartAdditionPath } from "../../server/checkout/cart-paths.ts";
import { report } from "../analytics.ts";
import { addLine } from "../stores/cart.ts";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { AddToCartProps } from "./add-to-cart.props.ts";
import { productEvent } from "./product-event.ts";

/** The button of a card: adds one unit of its default variant to the cart, and opens the drawer. */
export default function AddToCart({ variantId, name, variant, category, price }: AddToCartProps) {
  const [busy, attempt] = usePendingAction();
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await addLine(variantId, 1);
      report("add_to_cart", productEvent({ variantId, name, variant, category, price }, 1));
    });
  };
  return (
    <form method="post" action={cartAdditionPath} onSubmit={add}>
      <input type="hidden" name="variantId" value={variantId} />
      <SubmitButton busy={busy} kind="secondary" className="button--wide" aria-label={`Add to cart: ${name}`}>
        Add to cart
      </SubmitButton>
    </form>
  );
}
