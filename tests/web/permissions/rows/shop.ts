import type { Row } from "../row.ts";

const pages: [path: string, does: string][] = [
  ["/storefront/", "the home page"],
  ["/storefront/seeds/", "a landing page"],
  ["/storefront/glass/", "a landing page"],
  ["/storefront/that-badu/", "a landing page"],
  ["/storefront/mushrooms/", "a landing page"],
  ["/storefront/apparel/", "a landing page"],
  ["/storefront/collections/", "listings and search"],
  ["/storefront/products/:slug/", "a product"],
  ["/storefront/api/cards", "cards of products by their ids"],
  ["/storefront/api/search/suggestions", "suggestions of the search field"],
  ["/storefront/api/search/options", "the same as a list"],
  ["/healthz", "whether the program lives"],
  ["/readyz", "whether the database answers"],
  ["/robots.txt", "what robots may read"],
  ["/site.webmanifest", "the web manifest"],
  ["/sitemap.xml", "the sitemap"],
];
const query: Record<string, string> = { "/storefront/api/cards": "?ids=p-1" };

/** What everybody may see: the same bytes for all, without a cookie. */
export const shopRows: readonly Row[] = [
  ...pages.map(
    ([path, does]): Row => ({
      method: "GET",
      path,
      kind: "everybody",
      does,
      at: () => path.replace(":slug", "product-1") + (query[path] ?? ""),
    }),
  ),
  { method: "GET", path: "/", kind: "everybody", does: "leads to the home page", yes: { json: 302 } },
  { method: "GET", path: "/favicon.ico", kind: "everybody", does: "leads to the icon", yes: { json: 301 } },
  {
    method: "GET",
    path: String.raw`/^\/sitemap-(?<part>[1-9]\d{0,3})\.xml$/`,
    kind: "everybody",
    does: "parts of a large sitemap",
    at: () => "/sitemap-1.xml",
    yes: { json: 404 },
    note: "404 while one part holds all",
  },
  {
    method: "POST",
    path: "/storefront/api/views",
    kind: "everybody",
    does: "counts a view of a product",
    guard: "origin",
    json: () => ({ productId: "p-1" }),
    yes: { json: 204, native: 204 },
  },
  {
    method: "GET",
    path: "/storefront/api/csrf",
    kind: "visitor",
    does: "the anti-forgery token, as a cookie and a header",
    yes: { json: 204 },
  },
];
