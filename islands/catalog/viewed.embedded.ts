import { viewsPath } from "../../server/catalog/paths.ts";
import { addRecent } from "../stores/recent.ts";
import { shopAddress, shopRequest } from "../ui/shop.embedded.ts";

/**
 * Reports a viewed product once, when the page is visible. It uses `fetch`, since a beacon to
 * another origin would not show the shop that a script sent the request.
 */
export function reportView(productId: string): void {
  if (document.hidden) addEventListener("visibilitychange", () => reportView(productId), { once: true });
  else {
    addRecent(productId);
    const options = { method: "POST", body: new URLSearchParams({ productId }), keepalive: true };
    fetch(shopAddress(viewsPath), shopRequest(options)).catch(() => {});
  }
}
