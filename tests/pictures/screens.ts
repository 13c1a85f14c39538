/**
 * A screen of the staff's side: its picture's name and its address, or where another screen's first
 * link of a pattern leads (`below` it), or a button of this name.
 */
export type PicturedScreen = { name: string; path: string; link?: RegExp; below?: string; button?: string };

const first = (name: string, path: string, link: RegExp, below = ""): PicturedScreen => ({ name, path, link, below });
const aProduct = /^\/staff\/products\/(?!new)[^/?]+\/$/;

/** In the order of `docs/staff.md`. */
export const picturedScreens: readonly PicturedScreen[] = [
  { name: "today", path: "/staff/" },
  { name: "search", path: "/staff/search/?q=lemon" },
  { name: "people", path: "/staff/people/" },
  { name: "sign-in", path: "/staff/security/" },
  { name: "orders", path: "/staff/orders/" },
  first("order", "/staff/orders/", /^\/staff\/orders\/\d+\/$/),
  first("packing-slip", "/staff/orders/1001/", /^\/staff\/orders\/\d+\/slip\/$/),
  { name: "phone-order", path: "/staff/phone-orders/", button: "Take a phone order" },
  { name: "customers", path: "/staff/customers/" },
  first("customer", "/staff/customers/", /^\/staff\/customers\/[^/?]+\/$/),
  { name: "reviews", path: "/staff/reviews/" },
  { name: "products", path: "/staff/products/" },
  first("product", "/staff/products/", aProduct),
  first("pictures", "/staff/products/", aProduct, "pictures/"),
  first("schedule", "/staff/products/", aProduct, "schedule/"),
  { name: "categories", path: "/staff/categories/" },
  { name: "category", path: "/staff/categories/new/" },
  { name: "imports", path: "/staff/imports/" },
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
  { name: "emails", path: "/staff/emails/" },
  first("email", "/staff/emails/", /^\/staff\/emails\/[^/?]+\/$/),
  { name: "settings", path: "/staff/settings/" },
  { name: "reports", path: "/staff/reports/" },
  { name: "jobs", path: "/staff/jobs/" },
  { name: "payments", path: "/staff/payments/" },
];
