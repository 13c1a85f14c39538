import { viewsPath } from "../../server/catalog/paths.ts";
import { addRecent } from "../stores/recent.ts";
import { shopAddress } from "../ui/shop.ts";

/**
 * Reports a viewed product once. A page that is prerendered, or opened in the background, waits
 * until it is visible.
 */
export function reportView(productId: string): void {
  if (document.hidden) addEventListener("visibilitychange", () => reportView(productId), { once: true });
  else {
    addRecent(productId);
    navigator.sendBeacon(shopAddress(viewsPath), new URLSearchParams({ productId }));
  }
}
