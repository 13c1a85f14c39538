import { unindexedPaths } from "../paths.ts";
import { sitemapPath } from "./paths.ts";

/**
 * `publicUrl` is the shop's origin, without a slash at its end. Pages may stand below a prefix
 * (`/shop/us/storefront/`).
 */
export const robotsTxt = (publicUrl: string): string =>
  [
    "User-agent: *",
    ...unindexedPaths.flatMap((path) => [`Disallow: ${path}`, `Disallow: /*${path}`]),
    "",
    `Sitemap: ${publicUrl}${sitemapPath}`,
    "",
  ].join("\n");
