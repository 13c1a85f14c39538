import type { RequestHandler } from "express";
import { staffPagesPath, staffPath, staffRulesPath, staffStatesPath } from "./paths.ts";

/** Addresses that have pages below them but none of their own, with the page that lists those. */
const lists: Readonly<Record<string, string>> = {
  "/staff/rules/": staffRulesPath("promos"),
  "/staff/rules/states/categories/": staffStatesPath,
  "/staff/pages/banners/": staffPagesPath,
  "/staff/pages/preview/": staffPagesPath,
  "/staff/pages/texts/": staffPagesPath,
  "/staff/bulk/": staffPath,
};

/** Redirects a shortened address to the list of the pages below it, which checks the sign-in. */
export const leadToList: RequestHandler = (req, res, next) => {
  const list = req.method === "GET" || req.method === "HEAD" ? lists[req.path.replace(/\/?$/, "/")] : undefined;
  if (list === undefined) return next();
  res.setHeader("Cache-Control", "no-store");
  res.redirect(303, list);
};
