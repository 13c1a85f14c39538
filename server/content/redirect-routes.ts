import type { RequestHandler } from "express";
import type { Shop } from "../shop.ts";
import { findRedirect } from "./redirects.ts";

const longest = 300;

/** Leads from an address that no page has to the one in its place. `withoutPrefix` gives the path of a page below `/storefront/`. */
export const leadFromOldAddresses =
  (
    { db, redirectUses }: Pick<Shop, "db" | "redirectUses">,
    withoutPrefix: (path: string) => string | undefined,
  ): RequestHandler =>
  async (req, res, next) => {
    const at = req.originalUrl.indexOf("?");
    const [asked, query] = at < 0 ? [req.originalUrl, ""] : [req.originalUrl.slice(0, at), req.originalUrl.slice(at)];
    const path =
      req.method === "GET" || req.method === "HEAD" ? withoutPrefix(asked.endsWith("/") ? asked : `${asked}/`) : undefined;
    const target = path === undefined || path.length > longest ? undefined : await findRedirect(db, path);
    if (path === undefined || target === undefined) return next();
    redirectUses.record(path);
    res.setHeader("Cache-Control", "public, max-age=300");
    res.redirect(301, target.startsWith("/") && !/[?#]/.test(target) ? target + query : target);
  };
