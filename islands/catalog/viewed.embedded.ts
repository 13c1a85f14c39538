import { viewsPath } from "../../server/catalog/paths.ts";
import { addRecent } from "../stores/recent.ts";
import { shopAddress, shopRequest } from "../ui/shop.embedded.ts";

/**
 * Reports a viewed product once, when the page is visible. It uses no beacon: with a beacon to
 * another origin the shop could not see that a script sent it.
 */
export function reportView(productId: string): void {
  if (document.hidden) addEventListener("visibilitychange", () => reportView(productId), { once: true });
  else {
    addRecent(productId);
    const options = { method: "POST", body: new URLSearchParams({ productId }), keepalive: true };
    fetch(shopAddress(viewsPath), shopRequest(options)).catch(() => {});
  }
}
