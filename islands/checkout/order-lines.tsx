import { useStore } from "@nanostores/react";
import { $cart } from "../stores/cart.ts";
import type { CartLine } from "../ui/cart-shape.ts";
import { price } from "../ui/price.ts";
import type { OrderLinesProps } from "./order-lines.props.ts";

/**
 * The products of the summary: at first the page's own, then the server's if another tab has
 * changed them.
 */
export default function OrderLines({ lines }: OrderLinesProps) {
  const latest = useStore($cart, { ssr: "initial" }).lines;
  return (
    <ul className="lines lines--compact">
      {(latest ?? lines).map((line) => (
        <OrderLine key={line.id} line={line} />
      ))}
    </ul>
  );
}

/** Each line shows its price; discount and tax have separate rows. */
const OrderLine = ({ line: { product, variant, quantity, gift, picture, backdropColour, unitPrice } }: { line: CartLine }) => (
  <li className="line" data-backdrop={backdropColour ?? "black"}>
    <div className="line__picture">
      <img src={picture.url} alt="" width="96" height="96" decoding="async" />
    </div>
    <p className="line__name">
      {product.name} <span className="line__count" translate="no">{`× ${quantity}`}</span>
    </p>
    <p className="line__amount">
      {gift ? "Free gift" : <span translate="no">{price({ amount: unitPrice.gross.amount * quantity })}</span>}
    </p>
    <p className="line__variant">{variant.name}</p>
  </li>
);
