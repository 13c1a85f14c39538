import type { RequestHandler } from "express";
import { staffPagesPath, staffPath, staffProductsPath, staffRulesPath, staffStatesPath } from "./paths.ts";

/**
 * Addresses that have pages below them, but no page of their own. Each leads to the page that lists
 * the pages below it.
 */
const lists: Readonly<Record<string, string>> = {
  "/staff/rules/": staffRulesPath("promos"),
  "/staff/rules/states/categories/": staffStatesPath,
  "/staff/pages/banners/": staffPagesPath,
  "/staff/pages/preview/": staffPagesPath,
  "/staff/pages/texts/": staffPagesPath,
  "/staff/bulk/": staffPath,
  "/staff/papers/": staffProductsPath,
};

/** Redirects such an address to its list. The list's page checks the sign-in. */
export const leadToList: RequestHandler = (req, res, next) => {
  const list = req.method === "GET" || req.method === "HEAD" ? lists[req.path.replace(/\/?$/, "/")] : undefined;
  if (list === undefined) return next();
  res.setHeader("Cache-Control", "no-store");
  res.redirect(303, list);
};
