import type { RequestHandler } from "express";
import { withoutOrderText } from "../../payments/payment-text.ts";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { staffOrderPath, staffSearchPath } from "../paths.ts";
import { type StaffParts, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { findExactMatch, searchAll } from "./search.ts";
import { searchPage, searchView } from "./search-page.ts";

/**
 * The route of the search for orders, products and customers. A whole order number, or a key of an
 * order's payment, redirects to the order.
 */
export function searchRoutes({ render, db, dates }: Shop, parts: StaffParts): Routes {
  const screen: RequestHandler = async (req, res) => {
    const q = readLine(req.query.q, 200);
    const staff = staffOf(req);
    const match = await findExactMatch(db, staff, q);
    if (match && "number" in match) return res.redirect(303, staffOrderPath(match.number));
    const payment = match && withoutOrderText(match, dates);
    const results = q === "" ? undefined : await searchAll(db, staff, q.toLowerCase());
    sendPage(res, render(searchView, searchPage(staffContext(req, res), dates, { q, found: results, payment })));
  };
  return routes(screenRoute(staffSearchPath, staffScreen(parts), screen));
}
