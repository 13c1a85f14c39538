import { useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { swapParts } from "../ui/swap.ts";
import type { ReviewOrderProps } from "./review-order.props.ts";

/**
 * Shows the reviews in another order as soon as the shopper chooses it, if possible without leaving
 * the page. The reviews are replaced, but this menu stays and keeps the focus.
 */
export default function ReviewOrder({ orders }: ReviewOrderProps) {
  const [alive, setAlive] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  // This is a layout effect, since the runtime passes on a choice that was made before hydration
  // right after the first rendering. The effect must run before that.
  useLayoutEffect(() => {
    setAlive(true);
    return swapParts("#review-list", () => {
      // After "back" the page's address names another sort order, which the menu must show. If the
      // shop could not be reached, the address still names the former sort order.
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
