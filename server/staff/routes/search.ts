import type { RequestHandler } from "express";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { searchPage } from "../pages/search.ts";
import { staffOrderPath, staffSearchPath } from "../paths.ts";
import { type StaffParts, staffOf, staffScreen } from "../require-staff.ts";
import { orderAskedFor, searchAll } from "../search.ts";
import { deskOf } from "./desk.ts";
import { typedLine } from "./typed-line.ts";

/** One search over orders, products and customers; an order's whole number leads to the order. */
export function searchRoutes({ render, db, dates }: Shop, parts: StaffParts): Routes {
  const screen: RequestHandler = async (req, res) => {
    const [q, { role }] = [typedLine(req.query.q, 200), staffOf(req)];
    const number = await orderAskedFor(db, role, q);
    if (number !== undefined) return res.redirect(303, staffOrderPath(number));
    const found = q === "" ? undefined : await searchAll(db, role, q.toLowerCase());
    sendPage(res, render("staff/search", searchPage(deskOf(req, res), dates, { q, found })));
  };
  return routes(screenRoute(staffSearchPath, staffScreen(parts), screen));
}
