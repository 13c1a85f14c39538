import { type Call, content, redirect } from "../web/call.ts";
import { faviconPath, manifestPath, robotsPath, sitemapPartPath, sitemapPath } from "./paths.ts";

/** Files for crawlers and browsers. */
export const contentCalls = {
  readRobots: { method: "GET", path: robotsPath, does: "Tells crawlers what they may read", answer: content("text/plain") },
  readManifest: {
    method: "GET",
    path: manifestPath,
    does: "Returns the web manifest",
    answer: content("application/manifest+json"),
  },
  readFavicon: { method: "GET", path: faviconPath, does: "Redirects to the icon", answer: redirect(301) },
  readSitemap: { method: "GET", path: sitemapPath, does: "Returns the sitemap", answer: content("application/xml") },
  readSitemapPart: {
    method: "GET",
    path: sitemapPartPath,
    does: "Returns a part of a large sitemap",
    answer: content("application/xml"),
  },
} as const satisfies Record<string, Call>;
