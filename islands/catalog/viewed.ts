import { viewsPath } from "../../server/catalog/paths.ts";
import { noteRecent } from "../stores/recent.ts";

/**
 * Reports a viewed product once: a page that is prerendered, or opened in the background, waits
 * until it is visible.
 */
export function noteView(productId: string): void {
  if (document.hidden) addEventListener("visibilitychange", () => noteView(productId), { once: true });
  else {
    noteRecent(productId);
    navigator.sendBeacon(viewsPath, new URLSearchParams({ productId }));
  }
}
