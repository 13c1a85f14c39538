/** A screen of the staff's side: its picture's name, and its address, or the first link of this pattern on another screen. */
export type PicturedScreen = { name: string; path: string; link?: RegExp };

const first = (name: string, path: string, link: RegExp): PicturedScreen => ({ name, path, link });

/** In the order of `docs/staff.md`. */
export const picturedScreens: readonly PicturedScreen[] = [
  { name: "today", path: "/staff/" },
  { name: "search", path: "/staff/search/?q=lemon" },
  { name: "people", path: "/staff/people/" },
  { name: "sign-in", path: "/staff/security/" },
  { name: "orders", path: "/staff/orders/" },
  first("order", "/staff/orders/", /^\/staff\/orders\/\d+\/$/),
  first("packing-slip", "/staff/orders/1001/", /^\/staff\/orders\/\d+\/slip\/$/),
  { name: "customers", path: "/staff/customers/" },
  first("customer", "/staff/customers/", /^\/staff\/customers\/[^/?]+\/$/),
  { name: "reviews", path: "/staff/reviews/" },
  { name: "products", path: "/staff/products/" },
  first("product", "/staff/products/", /^\/staff\/products\/(?!new)[^/?]+\/$/),
  { name: "stock", path: "/staff/stock/" },
  first("stock-movements", "/staff/stock/", /^\/staff\/stock\/[^/?]+\/$/),
  { name: "counts", path: "/staff/counts/" },
  { name: "promos", path: "/staff/rules/promos/" },
  { name: "promo", path: "/staff/rules/promos/new/" },
  { name: "zones", path: "/staff/rules/zones/" },
  { name: "methods", path: "/staff/rules/methods/" },
  { name: "taxes", path: "/staff/rules/taxes/" },
  { name: "states", path: "/staff/rules/states/" },
  { name: "gifts", path: "/staff/rules/gifts/" },
  { name: "simulation", path: "/staff/rules/simulation/" },
  { name: "pages", path: "/staff/pages/" },
  { name: "banner", path: "/staff/pages/banners/new/" },
  { name: "text", path: "/staff/pages/texts/new/" },
  { name: "navigation", path: "/staff/pages/navigation/" },
  { name: "settings", path: "/staff/settings/" },
  { name: "reports", path: "/staff/reports/" },
  { name: "jobs", path: "/staff/jobs/" },
  { name: "payments", path: "/staff/payments/" },
];
