import { useStore } from "@nanostores/react";
import { $totals } from "../stores/totals.ts";
import { price } from "../ui/price.ts";
import type { OrderTotalProps } from "./order-total.props.ts";

/** The total in the head of the folded summary. */
export default function OrderTotal({ total }: OrderTotalProps) {
  return <span translate="no">{price(useStore($totals, { ssr: "initial" })?.total ?? total)}</span>;
}
