import { useStore } from "@nanostores/react";
import { $cart } from "../stores/cart.ts";
import { $totals } from "../stores/totals.ts";
import { idsOf, useKeptFocus } from "../ui/kept-focus.ts";
import { Notice } from "../ui/notice.tsx";
import { usePageShow } from "../ui/page-show.ts";
import { loadWholeCart, useCartElsewhere } from "./cart-elsewhere.ts";
import type { CartLinesProps } from "./cart-lines.props.ts";
import { CartSums } from "./cart-sums.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import { Gifts } from "./gifts.tsx";
import { LinesList } from "./lines-list.tsx";
import { OrderNote } from "./order-note.tsx";

/** The cart page: at first the server's lines, then the lines with the shopper's changes. */
export default function CartLines({
  checkoutId,
  token,
  lines: rows,
  totals,
  gifts: offered,
  notice,
  note,
  paying,
}: CartLinesProps) {
  const cart = useStore($cart, { ssr: "initial" });
  const latest = useStore($totals, { ssr: "initial" });
  usePageShow(loadWholeCart);
  useCartElsewhere();
  const lines = cart.lines ?? rows;
  const focusProps = useKeptFocus(idsOf(lines));
  const form = { checkoutId, token };
  return (
    <div {...focusProps}>
      {lines.length === 0 ? (
        <EmptyCart paying={cart.lines ? cart.paying : paying} />
      ) : (
        <div className="cart">
          <div className="cart__lines">
            <h2 className="visually-hidden">In your cart</h2>
            <Notice kind="warning" text={cart.lines ? cart.notice : notice} />
            <LinesList lines={lines} form={form} />
            <Gifts gifts={cart.gifts ?? offered} lines={lines} form={form} />
            <OrderNote note={note} form={form} />
          </div>
          <aside className="cart__aside" aria-labelledby="cart-sums">
            <h2 id="cart-sums">Summary</h2>
            <CartSums totals={latest ?? totals} checkoutId={checkoutId} />
          </aside>
        </div>
      )}
    </div>
  );
}
