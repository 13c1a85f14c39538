import type { RequestHandler } from "express";
import { withoutOrderText } from "../../payments/payment-text.ts";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { staffOrderPath, staffSearchPath } from "../paths.ts";
import { type StaffParts, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { askedFor, searchAll } from "./search.ts";
import { searchPage, searchView } from "./search-page.ts";

/**
 * The route of one search over orders, products and customers; an order's whole number, or a key of
 * its payment, leads to the order.
 */
export function searchRoutes({ render, db, dates }: Shop, parts: StaffParts): Routes {
  const screen: RequestHandler = async (req, res) => {
    const [q, staff] = [readLine(req.query.q, 200), staffOf(req)];
    const asked = await askedFor(db, staff, q);
    if (asked && "number" in asked) return res.redirect(303, staffOrderPath(asked.number));
    const payment = asked && withoutOrderText(asked, dates);
    const found = q === "" ? undefined : await searchAll(db, staff, q.toLowerCase());
    sendPage(res, render(searchView, searchPage(staffContext(req, res), dates, { q, found, payment })));
  };
  return routes(screenRoute(staffSearchPath, staffScreen(parts), screen));
}
