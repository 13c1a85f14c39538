import { type Call, content, redirect } from "../web/call.ts";

/** What machines ask for. */
export const contentCalls = {
  readRobots: { method: "GET", path: "/robots.txt", does: "what robots may read", answer: content("text/plain") },
  readManifest: {
    method: "GET",
    path: "/site.webmanifest",
    does: "the web manifest",
    answer: content("application/manifest+json"),
  },
  readFavicon: { method: "GET", path: "/favicon.ico", does: "leads to the icon", answer: redirect(301) },
  readSitemap: { method: "GET", path: "/sitemap.xml", does: "the sitemap", answer: content("application/xml") },
  readSitemapPart: {
    method: "GET",
    path: "/sitemap-:part.xml",
    does: "parts of a large sitemap",
    answer: content("application/xml"),
  },
} as const satisfies Record<string, Call>;
