/**
 * Islands that travel in one chunk with what they share: a file of 300 bytes compresses badly and costs a request. `shared` holds those that
 * stand on every page, `shop` those of every shopping page. Names of islands that a site does not have count for nothing.
 */
export const together: Readonly<Record<"shared" | "shop", readonly string[]>> = {
  shared: ["toasts"],
  shop: ["add-to-cart", "cart-button", "heart-icon", "scroll-arrows", "ship-to"],
};

/** Features with screens of their own, on which no island of `shop` stands: what they share with it goes to `shared`. */
export const apart: ReadonlySet<string> = new Set(["cart", "checkout", "orders", "customers", "identity"]);

/** Of these, the ones whose forms have much in common: it is one chunk, `working`, however little it is, so that no shopping page pays for it. */
export const working: ReadonlySet<string> = new Set(["checkout", "orders", "customers", "identity"]);
