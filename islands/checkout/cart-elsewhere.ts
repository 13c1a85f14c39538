import { useEffect } from "react";
import { loadCart } from "../stores/cart.ts";
import { loadSums } from "../stores/cart-changes.ts";
import { $pendingSteps } from "../stores/pending-steps.ts";
import { prefixed } from "../ui/prefixed.ts";

/**
 * Loads the current cart. Does nothing while changed quantities are being sent, since their answers
 * contain the cart.
 */
export const loadWholeCart = (): void => {
  if ($pendingSteps.get()) return;
  void loadCart()
    .then(loadSums)
    .catch(() => {});
};

/** Reloads the cart after changes by other tabs, at once or when this tab is shown again. */
export function useCartElsewhere(): void {
  useEffect(() => {
    const listening = new AbortController();
    const changed = ({ key }: StorageEvent) => key === prefixed("cart") && loadWholeCart();
    const reloadIfVisible = () => document.visibilityState === "visible" && loadWholeCart();
    addEventListener("storage", changed, listening);
    document.addEventListener("visibilitychange", reloadIfVisible, listening);
    return () => listening.abort();
  }, []);
}
