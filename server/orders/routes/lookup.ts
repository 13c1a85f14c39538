import type { Request, RequestHandler, Response } from "express";
import { refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { csrfToken } from "../../web/token.ts";
import { ensureVisitorCookie } from "../../web/visitor.ts";
import { orderCalls } from "../calls.ts";
import { isLookupLink, openLookup, requestLookup } from "../lookup.ts";
import { lookupPage, lookupView } from "../pages/lookup.ts";
import { lookupPath, orderPath } from "../paths.ts";
import { linkRequesterOf } from "./link-requester.ts";

const linkOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Refuses requests from pages that another site embeds. */
const openedElsewhere = refuse("forbidden", "Please open this link on the shop’s own pages.");

/** A guest's way to an order: number and email, a mailed link, and the button behind it. */
export function lookupRoutes(shop: Shop): Routes {
  const { render } = shop;
  const screen: RequestHandler = async (req, res) => {
    const link = linkOf(req.query.token);
    const linkStatus = link === undefined ? undefined : { token: link, good: await isLookupLink(shop, link) };
    const page = lookupPage({ token: csrfToken(req, res), link: linkStatus, linkSent: req.query.notice === "link-sent" });
    sendPage(res, render(lookupView, page));
  };
  const rerender = async (req: Request, res: Response, refusal: Parameters<typeof lookupPage>[0]["refusal"]) => {
    const link = linkOf(req.typed.token);
    const linkStatus = link === undefined ? undefined : { token: link, good: await isLookupLink(shop, link) };
    return render(lookupView, lookupPage({ token: csrfToken(req, res), typed: req.typed, refusal, link: linkStatus }));
  };
  const lookUpOrder: RequestHandler = async (req, res) => {
    const body = readBody(orderCalls.lookUpOrder, req);
    const rerenderLookup = (refusal: Parameters<typeof rerender>[2]) => rerender(req, res, refusal);
    if (body.ok && "token" in body.value) {
      if (req.isEmbedded) return await respond(req, res, openedElsewhere);
      const outcome = await openLookup(shop, ensureVisitorCookie(req, res), body.value.token);
      return await respond(req, res, outcome, { next: ({ orderId }) => orderPath(orderId), rerender: rerenderLookup });
    }
    const outcome = body.ok
      ? await requestLookup(shop, body.value as { number: string; email: string }, linkRequesterOf(req, body.value))
      : body;
    await respond(req, res, outcome, { next: `${lookupPath}?notice=link-sent`, rerender: rerenderLookup });
  };
  return routes(screenRoute(lookupPath, screen), callRoute(orderCalls.lookUpOrder, lookUpOrder));
}
