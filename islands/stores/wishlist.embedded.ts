import { isElsewhere } from "../ui/shop.embedded.ts";
import { $wishlist, openWishlist as open } from "./wishlist.ts";

export * from "./wishlist.ts";

/** From another origin a visitor is a guest: nothing is asked. */
export function openWishlist(): void {
  const list = $wishlist.get();
  if (isElsewhere() && list.mode === "unknown") $wishlist.set({ ...list, mode: "local" });
  open();
}
