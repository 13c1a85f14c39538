import { sitemapPath } from "./paths.ts";

/**
 * A visitor's own pages, and calls, which are not to be indexed. Pages may stand below a prefix
 * (`/shop/us/storefront/`).
 */
const own = [
  "/storefront/cart/",
  "/storefront/wishlist/",
  "/storefront/checkout/",
  "/storefront/dashboard/",
  "/storefront/orders/",
];
const calls = ["/storefront/api/", "/identity/"];

/** `publicUrl` is the shop's origin, without a slash at its end. */
export const robotsTxt = (publicUrl: string): string =>
  [
    "User-agent: *",
    ...[...own, ...calls].flatMap((path) => [`Disallow: ${path}`, `Disallow: /*${path}`]),
    "",
    `Sitemap: ${publicUrl}${sitemapPath}`,
    "",
  ].join("\n");
