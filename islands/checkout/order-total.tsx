import { useStore } from "@nanostores/react";
import { useLayoutEffect, useRef } from "react";
import { $totals } from "../stores/totals.ts";
import { price } from "../ui/price.ts";
import type { OrderTotalProps } from "./order-total.props.ts";

/**
 * The total in the head of the folded summary. On wide screens the summary is beside the form, and
 * its fold must be open. The island opens the fold, since some browsers cannot do so by the
 * stylesheet.
 */
export default function OrderTotal({ total }: OrderTotalProps) {
  const head = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const fold = head.current?.closest("details");
    if (fold && matchMedia("(width >= 60rem)").matches) fold.open = true;
  }, []);
  return (
    <span ref={head} translate="no">
      {price(useStore($totals, { ssr: "initial" })?.total ?? total)}
    </span>
  );
}
