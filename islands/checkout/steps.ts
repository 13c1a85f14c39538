import { type Step, stepPath } from "../../server/checkout/paths.ts";
import { type OverlayTexts, showOverlay } from "../stores/overlay.ts";

// Nobody tells that the shopper stopped a navigation: after so long (ms) the page can be used
// again.
const longestWay = 10_000;

/**
 * Goes to a step of the checkout; the confirmation is found by its order's id. The page stays
 * covered while it is being left, so that a slow way is seen to be on its way and nothing is
 * pressed twice. Ends when the page is shown again, if ever.
 */
export async function showStep(step: Step | "confirmation", id: string, texts?: OverlayTexts): Promise<void> {
  const hideOverlay = showOverlay(texts);
  location.assign(stepPath(step, encodeURIComponent(id)));
  await new Promise((shown) => {
    addEventListener("pageshow", shown, { once: true });
    setTimeout(shown, longestWay);
  });
  hideOverlay();
}
