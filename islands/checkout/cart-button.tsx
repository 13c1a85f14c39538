import { useStore } from "@nanostores/react";
import { type MouseEvent, useEffect } from "react";
import { cartPath } from "../../server/checkout/cart-paths.ts";
import { $cart, countOf, loadCart, openCart } from "../stores/cart.ts";
import { Icon } from "../ui/icon.tsx";
import { usePageShow } from "../ui/page-show.ts";

const follow = () => void loadCart().catch(() => {});

/**
 * A link to the cart page; with scripts it opens the drawer. A click with a modifier key opens a
 * new tab as usual.
 */
export default function CartButton() {
  const count = countOf(useStore($cart, { ssr: "initial" }));
  useEffect(follow, []);
  usePageShow(follow);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Another tab may have changed the cart.
    follow();
    void openCart();
  };
  return (
    <a className="site-action" href={cartPath} onClick={open}>
      <Icon name="cart" />
      {/* The space separates the word from the number in the link's accessible name. */}
      <span className="site-action__text">{"Cart "}</span>
      {count > 0 && (
        <span className="site-action__count" translate="no">
          {count}
        </span>
      )}
    </a>
  );
}
