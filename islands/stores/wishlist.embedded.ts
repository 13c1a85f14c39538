import { isElsewhere } from "../ui/shop.embedded.ts";
import { $wishlist, openWishlist as open } from "./wishlist.ts";

export * from "./wishlist.ts";

/** Loads no list from a shop on another origin, where a visitor is a guest. */
export function openWishlist(): void {
  const list = $wishlist.get();
  if (isElsewhere() && list.mode === "unknown") $wishlist.set({ ...list, mode: "local" });
  open();
}
