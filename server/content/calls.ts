import { type Call, content, redirect } from "../web/call.ts";
import {
  changePasswordPath,
  faviconPath,
  manifestPath,
  robotsPath,
  securityTextPath,
  sitemapPartPath,
  sitemapPath,
  themePath,
} from "./paths.ts";

/** The calls for files that crawlers and browsers read. */
export const contentCalls = {
  readRobots: { method: "GET", path: robotsPath, summary: "Tells crawlers what they may read", answer: content("text/plain") },
  readManifest: {
    method: "GET",
    path: manifestPath,
    summary: "Returns the web manifest",
    answer: content("application/manifest+json"),
  },
  readTheme: {
    method: "GET",
    path: themePath(":hash"),
    summary: "Returns the stylesheet of the shop’s own colors and logo",
    answer: content("text/css"),
  },
  readSecurityText: {
    method: "GET",
    path: securityTextPath,
    summary: "Tells where to report a weakness (RFC 9116)",
    answer: content("text/plain"),
  },
  leadToPassword: {
    method: "GET",
    path: changePasswordPath,
    summary: "Redirects password managers to the page that changes the password",
    answer: redirect(302),
  },
  readFavicon: { method: "GET", path: faviconPath, summary: "Redirects to the icon", answer: redirect(301) },
  readSitemap: { method: "GET", path: sitemapPath, summary: "Returns the sitemap", answer: content("application/xml") },
  readSitemapPart: {
    method: "GET",
    path: sitemapPartPath,
    summary: "Returns a part of a large sitemap",
    answer: content("application/xml"),
  },
} as const satisfies Record<string, Call>;
