import { useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { swapParts } from "../ui/swap.ts";
import type { ReviewOrderProps } from "./review-order.props.ts";

/**
 * Another order is shown as soon as it is chosen, in place where the browser can. The reviews are
 * replaced, this choice is not: it keeps the focus.
 */
export default function ReviewOrder({ orders }: ReviewOrderProps) {
  const [alive, setAlive] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  // A layout effect: it must stand before an early choice is passed on, which the runtime does
  // right after the first rendering.
  useLayoutEffect(() => {
    setAlive(true);
    return swapParts("#review-list", () => {
      // After "back" the address names another order, and without a network still the one before.
      const order = new URLSearchParams(location.search).get("reviews_order_by");
      if (select.current) select.current.value = order ?? orders[0]?.value ?? "";
    });
  }, [orders]);
  return (
    <>
      <label htmlFor="reviews_order_by">Sort by</label>
      <div className="select">
        <select
          ref={select}
          id="reviews_order_by"
          name="reviews_order_by"
          onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        >
          {orders.map(({ value, label, selected }) => (
            <option key={value} value={value} selected={selected}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
      {alive || (
        <button className="button button--secondary" type="submit">
          Sort
        </button>
      )}
    </>
  );
}
