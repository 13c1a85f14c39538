import { useStore } from "@nanostores/react";
import { $cart } from "../stores/cart.ts";
import type { CartLine } from "../ui/cart-shape.ts";
import { type LineForm, LineRow } from "./line-row.tsx";

/**
 * The lines of the cart. Their quantities include the presses that the server has not answered yet.
 */
export function LinesList({ lines, form }: { lines: readonly CartLine[]; form: LineForm }) {
  const { pressed } = useStore($cart, { ssr: "initial" });
  return (
    <ul className="lines" aria-label="In your cart">
      {lines.map((line) => (
        <LineRow key={line.id} line={line} pressed={pressed[line.id] ?? 0} form={form} />
      ))}
    </ul>
  );
}
