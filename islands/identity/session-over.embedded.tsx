import { useEffect } from "react";
import { signInFor } from "../../server/customers/paths.ts";
import { loadCart } from "../stores/cart.ts";
import { findPlaced } from "../stores/place.ts";
import { recordCookie } from "../ui/cookies.ts";
import { isElsewhere, shopAddress } from "../ui/shop.embedded.ts";

/**
 * Leads to the sign-in and back to this page, without the page's typed values. If the shop is on
 * another origin, nobody is signed in on this page: instead of leading to the sign-in, the island
 * drops the customer's cart and begins a new one.
 */
export default function SessionOver() {
  useEffect(leave, []);
  return null;
}

function leave(): void {
  const host = findPlaced("session-over");
  if (!host) return;
  host.remove();
  if (isElsewhere()) {
    recordCookie("checkoutId", "");
    loadCart().catch(() => {});
  } else location.assign(shopAddress(signInFor(location.pathname + location.search)));
}
