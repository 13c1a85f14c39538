import { unindexedPaths } from "../paths.ts";
import { sitemapPath } from "./paths.ts";

/**
 * The text of robots.txt. `publicUrl` is the shop's origin, without a final slash. Page paths may
 * have a prefix (`/shop/us/storefront/`).
 */
export const robotsTxt = (publicUrl: string): string =>
  [
    "User-agent: *",
    ...unindexedPaths.flatMap((path) => [`Disallow: ${path}`, `Disallow: /*${path}`]),
    "",
    `Sitemap: ${publicUrl}${sitemapPath}`,
    "",
  ].join("\n");
