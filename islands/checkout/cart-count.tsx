import { useStore } from "@nanostores/react";
import { $cart, countOf } from "../stores/cart.ts";
import type { CartCountProps } from "./cart-count.props.ts";

/** How many units the cart page shows: those that the server rendered, then those of today. */
export default function CartCount({ count: rendered }: CartCountProps) {
  const cart = useStore($cart, { ssr: "initial" });
  const count = cart.lines ? countOf(cart) : rendered;
  return count > 0 ? (
    <span key={count} className="site-action__count" translate="no">
      {count}
    </span>
  ) : null;
}
