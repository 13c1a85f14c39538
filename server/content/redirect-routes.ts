import type { RequestHandler } from "express";
import type { Shop } from "../shop.ts";
import { findRedirect } from "./redirects.ts";

/**
 * Redirects an address without a page to its replacement. `withoutPrefix` returns a path without
 * the prefix before `/storefront/` or `/identity/`, such as `/shop/us`; undefined if the path has
 * no such part.
 */
export const leadFromOldAddresses =
  (
    { db, redirectUses }: Pick<Shop, "db" | "redirectUses">,
    withoutPrefix: (path: string) => string | undefined,
  ): RequestHandler =>
  async (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    const [path = "", query = ""] = req.originalUrl.split(/(?=\?)/s);
    const inner = withoutPrefix(path.endsWith("/") ? path : `${path}/`);
    const addresses = [path, ...(inner === undefined || inner === path ? [] : [inner])].map((each) => each + query);
    const redirect = await findRedirect(db, addresses);
    if (redirect === undefined) return next();
    redirectUses.record(redirect.path);
    res.setHeader("Cache-Control", "public, max-age=300");
    res.redirect(301, redirect.target);
  };
