import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { $cart, checkoutId, loadCart } from "../stores/cart.ts";
import type { EmbeddedPromoFieldProps } from "./promo-field.props.embedded.ts";
import type { PromoFieldProps } from "./promo-field.props.ts";
import PromoField from "./promo-field.tsx";

/** The promo code of this browser's cart, or of a checkout that the page names. */
export default function EmbeddedPromoField(props: EmbeddedPromoFieldProps) {
  return props.checkoutId === undefined ? <OfCart /> : <PromoField {...(props as PromoFieldProps)} />;
}

function OfCart() {
  const { lines, promoCode } = useStore($cart);
  useEffect(() => void ($cart.get().lines || loadCart().catch(() => $cart.set({ ...$cart.get(), lines: [] }))), []);
  const id = checkoutId();
  if (lines?.length && id)
    return <PromoField key={id} checkoutId={id} code={promoCode ?? ""} applied={promoCode !== undefined} />;
  return (
    <p className="soft" role="status">
      {lines && "Promo codes can be applied once something is in your cart."}
    </p>
  );
}
