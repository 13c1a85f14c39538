import { prefixed } from "../ui/prefixed.ts";

const most = 12;

/** Ids of the products viewed in this browser, newest first; empty without storage. */
export function recentIds(): string[] {
  try {
    return localStorage[prefixed("recentlyViewed")].split(" ");
  } catch {
    return [];
  }
}

export function addRecent(productId: string): void {
  const ids = new Set([productId, ...recentIds()]);
  try {
    localStorage[prefixed("recentlyViewed")] = [...ids].slice(0, most).join(" ");
  } catch {}
}
