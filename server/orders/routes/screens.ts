import type { Request, RequestHandler, Response } from "express";
import { pageNumber } from "../../catalog/rules/paging.ts";
import { dashboardFrame } from "../../customers/dashboard.ts";
import { dashboardPath } from "../../customers/paths.ts";
import { customerOf, customerScreen } from "../../customers/require-customer.ts";
import { sendPaper } from "../../media/papers.ts";
import type { Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { csrfToken } from "../../web/token.ts";
import { findVisibleOrder, type VisibleOrder } from "../detail.ts";
import { orderPage, orderView } from "../pages/order.ts";
import { overviewPage, overviewView } from "../pages/overview.ts";
import { papersOfOrder } from "../papers.ts";
import { orderPaperPath, orderPath } from "../paths.ts";
import { returnDays } from "../return-days.ts";

/** Data about a customer that another feature provides. */
export type CustomerFigures = { countFavourites: (customerId: string) => Promise<number> };

/** A guest with a mailed link has no dashboard around the order. */
const frameOf = (req: Request, res: Response, { as }: VisibleOrder, title: string) =>
  as === "owner" ? dashboardFrame(req, res, title, dashboardPath) : { title, robots: "noindex" };

/** The order's own page; undefined if this visitor may not see the order. */
export async function renderOrder(
  shop: Shop,
  req: Request,
  res: Response,
  {
    orderId,
    formError,
    review,
    returnRefusal,
    addressRefusal,
  }: { orderId: string; formError?: string; review?: Refusal; returnRefusal?: Refusal; addressRefusal?: Refusal },
): Promise<string | undefined> {
  const { db, now, dates, render } = shop;
  const visibleOrder = await findVisibleOrder(db, req.visitor, orderId, now());
  if (!visibleOrder) return undefined;
  const draft = await req.findDraft(orderPath(orderId));
  const typedFields = draft?.typed ?? req.typed ?? {};
  const { reason } = typedFields;
  if (draft) await req.deleteDraft(orderPath(orderId));
  const typedReason = typeof reason === "string" ? reason : undefined;
  const page = await orderPage(db, visibleOrder, {
    dates,
    token: csrfToken(req, res),
    notice: req.query.notice,
    formError,
    typed: typedReason,
    review: { typed: typedFields, refusal: review },
    address: { typed: typedFields, refusal: addressRefusal },
    returns: { typed: typedFields, refusal: returnRefusal, terms: { now: now(), days: returnDays(shop) } },
  });
  const title = `Order ${visibleOrder.order.number}`;
  return render(orderView, { ...frameOf(req, res, visibleOrder, title), ...page });
}

/** The dashboard's overview and an order's page, also shown to a guest with a mailed link. */
export function orderScreens(shop: Shop, { countFavourites }: CustomerFigures): Routes {
  const { db, now, dates, media, render } = shop;
  const overview: RequestHandler = async (req, res) => {
    const customerId = customerOf(req);
    const favourites = await countFavourites(customerId);
    const page = await overviewPage(db, {
      dates,
      customerId,
      page: pageNumber(req.query.page),
      favourites,
      notice: req.query.notice,
    });
    sendPage(res, render(overviewView, { ...dashboardFrame(req, res, "Your account", dashboardPath), ...page }));
  };
  const order: RequestHandler<{ orderId: string }> = async (req, res, next) => {
    const page = await renderOrder(shop, req as Request, res, req.params);
    if (page === undefined) await customerScreen(req as Request, res, next);
    else sendPage(res, page);
  };
  const paper: RequestHandler<{ orderId: string; key: string }> = async (req, res, next) => {
    const { orderId, key } = req.params;
    const order = await findVisibleOrder(db, req.visitor, orderId, now());
    if (!order) return void (await customerScreen(req as Request, res, next));
    const papers = [...(await papersOfOrder(db, orderId)).values()].flat();
    const kept = papers.find((each) => each.key === key);
    if (!kept || !(await sendPaper(req as Request, res, media, kept))) next();
  };
  const toOverview: RequestHandler = (_req, res) => res.redirect(303, dashboardPath);
  return routes(
    screenRoute(dashboardPath, customerScreen, overview),
    screenRoute(`${dashboardPath}orders/`, toOverview),
    screenRoute(orderPath(":orderId"), order),
    screenRoute(orderPaperPath(":orderId", ":key"), paper),
  );
}
