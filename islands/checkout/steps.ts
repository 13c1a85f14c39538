import { type Step, stepPath } from "../../server/checkout/paths.ts";
import { type OverlayTexts, showOverlay } from "../stores/overlay.ts";
import { shopAddress } from "../ui/shop.ts";

// ms after which the page can be used again, since no event reports that the shopper stopped a
// navigation.
const navigationTimeoutMs = 10_000;

/**
 * Navigates to a step of the checkout. `id` is the id of the checkout; for the confirmation it is
 * the id of the order. The overlay stays until the page is left, so that a slow navigation is
 * visible and nothing is pressed twice. Resolves if the page is shown again.
 */
export async function showStep(step: Step | "confirmation", id: string, texts?: OverlayTexts): Promise<void> {
  const hideOverlay = showOverlay(texts);
  location.assign(shopAddress(stepPath(step, encodeURIComponent(id))));
  await new Promise((resolve) => {
    addEventListener("pageshow", resolve, { once: true });
    setTimeout(resolve, navigationTimeoutMs);
  });
  hideOverlay();
}
