import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";
import type { Shop } from "../shop.ts";
import { heldTag } from "../web/conditional.ts";
import { encodingFor } from "../web/encoding.ts";
import { callRoute, type Routes, routes } from "../web/routes.ts";
import { contentCalls } from "./calls.ts";
import { type CompressedFile, openCompressedFiles } from "./compressed-files.ts";
import { iconsOf } from "./icons.ts";
import { manifestOf } from "./manifest.ts";
import { securityTextPath } from "./paths.ts";
import { robotsTxt } from "./robots.ts";
import { securityTextOf } from "./security-text.ts";
import { sitemapOf } from "./sitemap.ts";

const anHour = "public, max-age=3600";

type MachineOptions = {
  /** the path of the screen that changes the password */
  changePassword: string;
};

/** The most addresses in one sitemap file; the format sets this limit. */
const most = 50_000;

/** The email address in `Name <address>`. */
const bareAddress = (sender: string): string => /<([^<>]+)>$/.exec(sender.trim())?.[1] ?? sender.trim();

/**
 * The routes of robots.txt, the sitemap, the web manifest, the icon's traditional address, and two
 * well-known addresses.
 */
export function machineRoutes({ db, config, catalogVersion, now, settings }: Shop, { changePassword }: MachineOptions): Routes {
  const { publicUrl } = config;
  const contact = config.securityContact ?? `mailto:${bareAddress(config.mailFrom)}`;
  const files = openCompressedFiles(catalogVersion);
  const robots: RequestHandler = (_req, res) =>
    void res.set("Cache-Control", anHour).type("text/plain").send(robotsTxt(publicUrl));
  const manifest: RequestHandler = async (_req, res) => {
    await settings.refresh();
    const { storeName } = settings.current();
    res
      .set("Cache-Control", anHour)
      .type("application/manifest+json")
      .send(JSON.stringify(manifestOf(storeName, config.isDemo)));
  };
  /**
   * Redirects the address of an earlier theme, which a stored page may still contain, to the
   * current theme.
   */
  const theme: RequestHandler = async (req, res, next) => {
    await settings.refresh();
    const css = settings.theme();
    if (css === "") return next();
    const isCurrent = req.path === settings.frame().themeHref;
    res
      .set("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=60")
      .type("text/css")
      .send(css);
  };
  const securityText: RequestHandler = (_req, res) =>
    void res
      .set("Cache-Control", anHour)
      .type("text/plain")
      .send(securityTextOf({ publicUrl, contact, path: securityTextPath, now: now() }));
  const leadToPassword: RequestHandler = (_req, res) => res.set("Cache-Control", anHour).redirect(302, changePassword);
  const favicon: RequestHandler = (_req, res) => res.set("Cache-Control", anHour).redirect(301, iconsOf(config.isDemo).png(48));
  const sitemap: RequestHandler = async (req, res, next) => {
    const part = Number(req.params.part ?? 0);
    const file = await files(req.path, () => sitemapOf(part, { db, publicUrl, most, now: now() }));
    if (!file) return next();
    await sendXml(req, res, file);
  };
  const sitemapPart: RequestHandler = (req, res, next) =>
    /^\/sitemap-[1-9]\d{0,3}\.xml$/.test(req.path) ? sitemap(req, res, next) : next();
  return routes(
    callRoute(contentCalls.readRobots, robots),
    callRoute(contentCalls.readManifest, manifest),
    callRoute(contentCalls.readTheme, theme),
    callRoute(contentCalls.readFavicon, favicon),
    callRoute(contentCalls.readSecurityText, securityText),
    callRoute(contentCalls.leadToPassword, leadToPassword),
    callRoute(contentCalls.readSitemap, sitemap),
    callRoute(contentCalls.readSitemapPart, sitemapPart),
  );
}

const unpacked = promisify(gunzip);

async function sendXml(req: Request, res: Response, { gzip, tag }: CompressedFile): Promise<void> {
  // The file is stored only in gzip. That is enough, since clients that accept brotli accept gzip
  // too.
  const packed = encodingFor(req.headers["accept-encoding"], ["gzip"]) === "gzip";
  const etag = packed ? `"${tag}-gzip"` : `"${tag}"`;
  res.set({ "Cache-Control": "public, max-age=600", Vary: "Accept-Encoding", ETag: etag });
  if (heldTag(req.headers["if-none-match"], etag)) return void res.status(304).end();
  res.type("application/xml");
  if (packed) res.set("Content-Encoding", "gzip");
  const body = packed ? gzip : await unpacked(gzip);
  res.set("Content-Length", String(body.length)).end(req.method === "HEAD" ? undefined : body);
}
