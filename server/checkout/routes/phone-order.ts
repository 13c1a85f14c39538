import type { Request, RequestHandler } from "express";
import type { Shop } from "../../shop.ts";
import { RefusedPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { ensureVisitorCookie } from "../../web/visitor.ts";
import { phoneOrderPath, stepPath } from "../paths.ts";
import { openPhoneOrder } from "../phone-order-link.ts";

/** Opens a phone order's mailed link at its payment step. Mail scanners may follow the link too. */
export function phoneOrderRoutes({ db, now }: Shop): Routes {
  const open: RequestHandler = async (req, res) => {
    const token = typeof req.query.token === "string" ? req.query.token : "";
    const visitor = ensureVisitorCookie(req as Request, res);
    const opened = await openPhoneOrder(db, { token, visitor, now: now() });
    if (!opened.ok) throw new RefusedPage(opened);
    res.set("Cache-Control", "no-store").redirect(303, stepPath("payment", opened.value.checkoutId));
  };
  return routes(screenRoute(phoneOrderPath, open));
}
