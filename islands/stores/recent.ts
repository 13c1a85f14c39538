const most = 12;

/** Ids of the products viewed in this browser, newest first; none without storage. */
export function recentIds(): string[] {
  try {
    return localStorage.recentlyViewed.split(" ");
  } catch {
    return [];
  }
}

export function addRecent(productId: string): void {
  const ids = new Set([productId, ...recentIds()]);
  try {
    localStorage.recentlyViewed = [...ids].slice(0, most).join(" ");
  } catch {}
}
