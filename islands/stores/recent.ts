const most = 12;

/**
 * Ids of the products that this browser looked at, newest first; none where it keeps nothing for
 * pages.
 */
export function recentIds(): string[] {
  try {
    return localStorage.recentlyViewed.split(" ");
  } catch {
    return [];
  }
}

export function noteRecent(productId: string): void {
  const ids = new Set([productId, ...recentIds()]);
  try {
    localStorage.recentlyViewed = [...ids].slice(0, most).join(" ");
  } catch {}
}
