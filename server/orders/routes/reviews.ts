import type { Request, RequestHandler, Response } from "express";
import { signInFor } from "../../customers/paths.ts";
import type { Db } from "../../db/tables.ts";
import { notFound, type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { csrfToken } from "../../web/token.ts";
import { orderCalls } from "../calls.ts";
import { findVisibleOrder } from "../detail.ts";
import { findOrder, type Order } from "../find.ts";
import { orderIdOfToken } from "../order-token.ts";
import { lookupPage, lookupView } from "../pages/lookup.ts";
import { reviewForms, writeReviewPage, writeReviewView } from "../pages/reviews.ts";
import { lookupPath, orderPath, reviewPath } from "../paths.ts";
import { mayReview, reviewableProducts, withdrawReview, writeReview } from "../reviews.ts";
import { orderId as idShape } from "../schema.ts";
import { renderOrder } from "./screens.ts";

const signedOut = refuse("signed_out", "Please sign in, or open the link in our email.");

const orderOfToken = async (db: Db, token: unknown): Promise<Order | undefined> => {
  const id = await orderIdOfToken(db, token);
  return id === undefined ? undefined : await findOrder(db, id);
};

type ReviewSubject = { token: string } | { orderId: string };

/**
 * Reviews of a shipped order's products, on the order's page, and for a guest on the page of a
 * mail's link.
 */
export function reviewRoutes(shop: Shop): Routes {
  const { db, now, render } = shop;

  const allowedOrder = async (req: Request, subject: ReviewSubject): Promise<Outcome<string>> => {
    if ("token" in subject) {
      const id = await orderIdOfToken(db, subject.token);
      return id === undefined ? notFound : ok(id);
    }
    const visible = await findVisibleOrder(db, req.visitor, subject.orderId, now());
    if (visible && mayReview(visible)) return ok(visible.order.id);
    return req.visitor.customerId === undefined ? signedOut : notFound;
  };

  const renderLinkPage = async (req: Request, res: Response, orderToken: unknown, refusal?: Refusal) => {
    const order = await orderOfToken(db, orderToken);
    if (!order) return undefined;
    const forms = reviewForms(await reviewableProducts(db, order.id), {
      token: csrfToken(req, res),
      sender: { name: "token", value: String(orderToken) },
      author: order.shippingAddress.firstName,
      typed: refusal && req.typed,
      refusal,
    });
    const pageState = { notice: req.query.notice, refusal };
    return render(writeReviewView, writeReviewPage(order.number, forms, pageState));
  };

  const screen: RequestHandler = async (req, res) => {
    const { token } = req.query;
    if (token === undefined) return res.redirect(303, lookupPath);
    const page = await renderLinkPage(req, res, token);
    if (page === undefined)
      return sendPage(res, render(lookupView, lookupPage({ token: csrfToken(req, res), unknown: true })), 404);
    sendPage(res, page);
  };

  /** The page with the form, if its sender may see it. */
  const rerender = async (req: Request, res: Response, refusal: Refusal): Promise<string | undefined> => {
    const id = idShape.safeParse(req.typed.orderId);
    if (!id.success) return await renderLinkPage(req, res, req.typed.token, refusal);
    const formError = refusal.errors ? undefined : refusal.error;
    return await renderOrder(shop, req, res, {
      orderId: id.data,
      review: refusal,
      ...(formError !== undefined && { formError }),
    });
  };

  const respondTo = async (req: Request, res: Response, outcome: Outcome<object>, notice: string) => {
    const { token, orderId } = req.typed;
    const id = idShape.safeParse(orderId);
    const page = id.success ? orderPath(id.data) : `${reviewPath}?token=${encodeURIComponent(String(token))}`;
    const signIn = async () => {
      if (id.success) await req.saveDraft(page);
      return signInFor(page);
    };
    const hasPage = !outcome.ok && isNative(req) && outcome.code !== "signed_out";
    const html = hasPage ? await rerender(req, res, outcome) : undefined;
    await respond(req, res, outcome, {
      next: `${page}${page.includes("?") ? "&" : "?"}notice=${notice}#reviews`,
      signIn,
      ...(html !== undefined && { rerender: () => html }),
    });
  };

  const write: RequestHandler = async (req, res) => {
    const form = readBody(orderCalls.writeReview, req);
    const order = form.ok ? await allowedOrder(req, form.value) : await staleOr(req, form);
    const outcome =
      form.ok && order.ok
        ? await writeReview(db, { orderId: order.value, productId: form.value.productId }, form.value, now())
        : (order as Refusal);
    await respondTo(req, res, outcome, "reviewed");
  };

  const remove: RequestHandler = async (req, res) => {
    const form = readBody(orderCalls.removeReview, req);
    const order = form.ok ? await allowedOrder(req, form.value) : await staleOr(req, form);
    const outcome =
      form.ok && order.ok
        ? await withdrawReview(db, { orderId: order.value, productId: form.value.productId })
        : (order as Refusal);
    await respondTo(req, res, outcome, "review-removed");
  };

  /**
   * A form's token is stale once its session has ended. If the visitor may no longer review the
   * order, returns the refusal that leads to the sign-in.
   */
  const staleOr = async (req: Request, refusal: Refusal): Promise<Refusal> => {
    const id = idShape.safeParse(req.typed.orderId);
    if (!req.staleToken || !id.success) return refusal;
    const order = await allowedOrder(req, { orderId: id.data });
    return order.ok ? refusal : order;
  };

  return routes(
    screenRoute(reviewPath, screen),
    callRoute(orderCalls.writeReview, write),
    callRoute(orderCalls.removeReview, remove),
  );
}
