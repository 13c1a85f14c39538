import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { $totals } from "../stores/totals.ts";
import { TotalsList } from "../ui/totals-list.tsx";
import type { OrderTotalsProps } from "./order-totals.props.ts";

/** The sums of the summary: at first the page's own, then the sums after a promo code. */
export default function OrderTotals({ totals, shippingKnown, taxKnown, promoCode }: OrderTotalsProps) {
  const latest = useStore($totals, { ssr: "initial" });
  const [code, setCode] = useState(promoCode);
  useEffect(() => {
    const follow = ({ detail }: CustomEvent<PromoUpdate>) => setCode(detail.applied ? detail.promoCode : undefined);
    document.addEventListener("promoUpdate", follow);
    return () => document.removeEventListener("promoUpdate", follow);
  }, []);
  return <TotalsList totals={latest ?? totals} shippingKnown={shippingKnown} taxKnown={taxKnown} promoCode={code} />;
}

type PromoUpdate = { promoCode: string; applied: boolean };

declare global {
  interface DocumentEventMap {
    promoUpdate: CustomEvent<PromoUpdate>;
  }
}
