import { useStore } from "@nanostores/react";
import { $cart, countOf } from "../stores/cart.ts";
import type { CartCountProps } from "./cart-count.props.ts";

/** The number of units on the cart page: at first the server's number, then the current one. */
export default function CartCount({ count: rendered }: CartCountProps) {
  const cart = useStore($cart, { ssr: "initial" });
  const count = cart.lines ? countOf(cart) : rendered;
  return count > 0 ? (
    <span key={count} className="site-action__count" translate="no">
      {count}
    </span>
  ) : null;
}
