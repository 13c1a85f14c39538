import type { RequestHandler } from "express";
import { newId } from "../../ids.ts";
import { notFound, ok, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { atOnce, continueRun, findBulkRun, refusalsOf, startRun } from "../bulk.ts";
import { bulkActions } from "../bulk-actions.ts";
import { staffCalls } from "../calls.ts";
import { shipOrders } from "../order-bulk.ts";
import { selectedOrders } from "../order-query.ts";
import { bulkPreviewPage, bulkRunPage } from "../pages/bulk.ts";
import { staffBulkRunPath, staffOrdersBulkPath, staffOrdersPath } from "../paths.ts";
import { auditSourceOf, type StaffParts, staffCall, staffOf, staffScreen } from "../require-staff.ts";
import { mayEnter } from "../rules/roles.ts";
import { deskOf } from "./desk.ts";

const unselected = `${staffOrdersPath}?notice=unselected`;

/** The query of a request's address, or of a form's hidden field. */
const fieldsOf = (query: string): Record<string, unknown> => {
  const given = new URLSearchParams(query);
  return { ...Object.fromEntries(given), order: given.getAll("order") };
};

/** Actions on many orders: what they would do, doing it, and what became of it. */
export function bulkRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, dates, render, notifyWorker } = shop;
  const { needs } = shipOrders;

  const preview: RequestHandler = async (req, res) => {
    const selection = new URL(req.originalUrl, "http://shop").search.slice(1);
    const search = selectedOrders(dates, fieldsOf(selection));
    if (!search) return res.redirect(303, unselected);
    const page = bulkPreviewPage(deskOf(req, res), {
      title: "Mark as shipped",
      path: staffOrdersPath,
      action: staffOrdersBulkPath,
      name: "ship",
      button: "Mark as shipped",
      consequence: "Each is marked as shipped without a tracking number, and its shopper gets an email.",
      id: newId(),
      selection,
      preview: await shipOrders.preview(db, search),
    });
    sendPage(res, render("staff/bulk-preview", page));
  };

  const running: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.runOrdersBulk, req);
    const search = body.ok ? selectedOrders(dates, fieldsOf(body.value.selection)) : undefined;
    if (!body.ok) return await respond(req, res, body, { next: staffOrdersPath });
    if (!search) return await respond(req, res, refuse("invalid", "Select orders first, or all that match."));
    const { id } = body.value;
    const isSmall = (await shipOrders.next(db, search, undefined, atOnce + 1)).length <= atOnce;
    const run = { id, action: shipOrders, selection: search, staffId: staffOf(req).staffId, source: auditSourceOf(req), isSmall };
    const isNew = await startRun(db, run, now());
    if (isNew && isSmall) await continueRun(shop, bulkActions, id);
    notifyWorker();
    await respond(req, res, ok({}), { next: staffBulkRunPath(id), data: () => ({}) });
  };

  const result: RequestHandler<{ id: string }> = async (req, res) => {
    const run = await findBulkRun(db, req.params.id);
    const action = bulkActions.find(({ name }) => name === run?.action);
    if (!run || !action || !mayEnter(staffOf(req).role, { ...action.needs, access: "read" })) throw new RefusedPage(notFound);
    if (run.finished_at === null) res.set("Refresh", "3");
    const mayUndo = action.undoes !== undefined && mayEnter(staffOf(req).role, action.needs);
    const shown = { run, path: action.path, done: action.doneWords(run.done), refusals: refusalsOf(run), mayUndo };
    sendPage(res, render("staff/bulk-run", bulkRunPage(deskOf(req, res), dates, shown)));
  };

  return routes(
    screenRoute(staffOrdersBulkPath, staffScreen(parts, { area: "orders", access: "read" }), preview),
    callRoute(staffCalls.runOrdersBulk, staffCall(parts, { needs }), running),
    screenRoute(staffBulkRunPath(":id"), staffScreen(parts), result),
  );
}
