import { viewsPath } from "../../server/catalog/paths.ts";
import { noteRecent } from "../stores/recent.ts";

/**
 * Tells once that somebody looks at a product: a page made ahead, or opened in the background,
 * waits until it is seen.
 */
export function noteView(productId: string): void {
  if (document.hidden) addEventListener("visibilitychange", () => noteView(productId), { once: true });
  else {
    noteRecent(productId);
    navigator.sendBeacon(viewsPath, new URLSearchParams({ productId }));
  }
}
