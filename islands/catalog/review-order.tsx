import { useEffect, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { swapParts } from "../ui/swap.ts";
import type { ReviewOrderProps } from "./review-order.props.ts";

/** Another order is shown as soon as it is chosen, in place where the browser can. */
export default function ReviewOrder({ orders }: ReviewOrderProps) {
  const [alive, setAlive] = useState(false);
  useEffect(() => {
    setAlive(true);
    return swapParts("#reviews");
  }, []);
  return (
    <>
      <label htmlFor="reviews_order_by">Order by</label>
      <div className="select">
        <select
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
          Order
        </button>
      )}
    </>
  );
}
