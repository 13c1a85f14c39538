import type { RequestHandler } from "express";
import { newId } from "../../ids.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { startBulk } from "../lists/bulk-routes.ts";
import { selected, selectionFields, selectionIn } from "../lists/selection.ts";
import { staffBulkRunPath, staffProductsBulkPath, staffProductsPath } from "../paths.ts";
import { type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { priceChangeOf, priceFormOf } from "./price-form.ts";
import {
  archiveProducts,
  bringBackProducts,
  changePrices,
  hideProducts,
  type PriceBulk,
  type ProductBulk,
  previewPrices,
  publishProducts,
  samplePrices,
} from "./product-bulk.ts";
import { type ProductAction, productBulkPage, productBulkView } from "./product-bulk-page.ts";
import { productList } from "./product-list.ts";

const unselected = `${staffProductsPath}?notice=unselected`;
/** The most samples of a preview of prices. */
const mostSamples = 10;

const actions = {
  publish: publishProducts,
  hide: hideProducts,
  prices: changePrices,
  archive: archiveProducts,
  "bring-back": bringBackProducts,
} as const;
const actionOf = (value: unknown): ProductAction =>
  (Object.keys(actions) as ProductAction[]).find((name) => name === value) ?? "publish";

type BulkRequest = { action: ProductAction; selection: ProductBulk | PriceBulk };

/** Routes of actions on many products: the preview, and the action. */
export function productBulkRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, dates, now, render } = shop;
  const { needs } = staffCalls.runProductsBulk;

  const preview: RequestHandler = async (req, res) => {
    const selection = selectionIn(req);
    const fields = selectionFields(productList, selection);
    const products = selected(productList, fields, { db, dates, now: now() });
    if (!products) return res.redirect(303, unselected);
    const action = actionOf(fields.action);
    const form = priceFormOf(fields);
    const base = { action, id: newId(), selection, form, error: undefined, sample: [] };
    const renderPreview = (more: Partial<Parameters<typeof productBulkPage>[1]>) =>
      sendPage(res, render(productBulkView, productBulkPage(staffContext(req, res), { ...base, preview: undefined, ...more })));
    if (action !== "prices") return renderPreview({ preview: await actions[action].preview(db, { products }) });
    if (fields.value === undefined) return renderPreview({});
    const change = priceChangeOf(form);
    if (!change.ok) return renderPreview({ error: change.error });
    const bulk = { products, change: change.value };
    renderPreview({ preview: await previewPrices(db, bulk), sample: await samplePrices(db, bulk, mostSamples) });
  };

  const requestIn = (body: { action: string; selection: string }): Outcome<BulkRequest> => {
    const fields = selectionFields(productList, body.selection);
    const products = selected(productList, fields, { db, dates, now: now() });
    if (!products) return refuse("invalid", "Select products first, or all that match.");
    const action = actionOf(body.action);
    if (action !== "prices") return ok({ action, selection: { products } });
    const change = priceChangeOf(priceFormOf(fields));
    return change.ok ? ok({ action, selection: { products, change: change.value } }) : change;
  };

  const running: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.runProductsBulk, req);
    const request = body.ok ? requestIn(body.value) : body;
    if (!body.ok || !request.ok) return await respond(req, res, request as Outcome<object>, { next: staffProductsPath });
    const { action, selection } = request.value;
    await startBulk<typeof selection>(shop, req, { id: body.value.id, action: actions[action] as never, selection });
    await respond(req, res, ok({}), { next: staffBulkRunPath(body.value.id), data: () => ({}) });
  };

  return routes(
    screenRoute(staffProductsBulkPath, staffScreen(parts, needs), preview),
    callRoute(staffCalls.runProductsBulk, staffCall(parts, { needs }), running),
  );
}
