import { useStore } from "@nanostores/react";
import { useLayoutEffect, useRef } from "react";
import { $cart } from "../stores/cart.ts";
import type { CartLine } from "../ui/cart-shape.ts";
import { type LineForm, LineRow } from "./line-row.tsx";

/** The lines of the cart. When one goes the focus, which was in it, goes to the list. */
export function LinesList({ lines, form }: { lines: readonly CartLine[]; form: LineForm }) {
  const list = useRef<HTMLUListElement>(null);
  const { pressed } = useStore($cart, { ssr: "initial" });
  const before = useRef(lines.length);
  useLayoutEffect(() => {
    if (lines.length < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = lines.length;
  }, [lines.length]);
  return (
    <ul className="lines" ref={list} tabIndex={-1} aria-label="Lines of the cart">
      {lines.map((line) => (
        <LineRow key={line.id} line={line} pressed={pressed[line.id] ?? 0} form={form} />
      ))}
    </ul>
  );
}
