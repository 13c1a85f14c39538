import { useStore } from "@nanostores/react";
import { $totals } from "../stores/totals.ts";
import { TotalsList } from "../ui/totals-list.tsx";
import type { OrderTotalsProps } from "./order-totals.props.ts";

/** The sums of the summary: at first the page's own, then the sums after a promo code. */
export default function OrderTotals({ totals, shippingKnown, taxKnown }: OrderTotalsProps) {
  const latest = useStore($totals, { ssr: "initial" });
  return <TotalsList totals={latest ?? totals} shippingKnown={shippingKnown} taxKnown={taxKnown} />;
}
