import type { RequestHandler } from "express";
import { notFound, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { findBulkRun, refusalsOf } from "../bulk.ts";
import { bulkActions } from "../bulk-actions.ts";
import { undoActions } from "../bulk-undo.ts";
import { staffCalls } from "../calls.ts";
import { shipOrders } from "../order-bulk.ts";
import { selectedOrders } from "../order-query.ts";
import { bulkRunPage, bulkRunView } from "../pages/bulk.ts";
import { staffBulkRunPath, staffOrdersBulkPath, staffOrdersPath } from "../paths.ts";
import { type StaffParts, staffCall, staffOf, staffScreen } from "../require-staff.ts";
import { may, readOf } from "../rules/permissions.ts";
import { deskOf } from "./desk.ts";
import { listBulk, startBulk } from "./list-bulk.ts";

/** Routes of actions on many orders; and for all lists, the result of an action, and its undo. */
export function bulkRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, dates, render } = shop;
  const { needs } = shipOrders;

  const ship = {
    ...{ action: shipOrders, title: "Mark as shipped", button: "Mark as shipped" },
    consequence: "Each is marked as shipped without a tracking number, and its shopper gets an email.",
  };
  const { preview, running } = listBulk(shop, {
    ...{ path: staffOrdersPath, bulk: staffOrdersBulkPath, many: "orders", picked: "order", actions: { ship } },
    selectionOf: (fields) => selectedOrders(dates, fields),
    read: (req) => readBody(staffCalls.runOrdersBulk, req),
  });

  const runOf = async (id: string) => {
    const run = await findBulkRun(db, id);
    const action = bulkActions.find(({ name }) => name === run?.action);
    return run && action && { run, action };
  };

  const result: RequestHandler<{ id: string }> = async (req, res) => {
    const { run, action } = (await runOf(req.params.id)) ?? {};
    if (!run || !action || !may(staffOf(req), readOf(action.needs))) throw new RefusedPage(notFound);
    if (run.finished_at === null) res.set("Refresh", "3");
    const mayUndo = action.undoes !== undefined && may(staffOf(req), action.needs);
    const shown = { run, path: action.path, done: action.doneWords(run.done), refusals: refusalsOf(run), mayUndo };
    sendPage(res, render(bulkRunView, bulkRunPage(deskOf(req, res), dates, shown)));
  };

  const anybody = staffCall(parts);
  // The needed permission depends on the records that the run has changed.
  const guard: RequestHandler<{ id: string }> = async (req, res, next) => {
    const found = await runOf(req.params.id);
    await (found ? staffCall(parts, { needs: found.action.needs }) : anybody)(req as never, res, next);
  };
  const undoing: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.undoBulk, req);
    const { run, action } = (await runOf(req.params.id)) ?? {};
    const undo = undoActions.find(({ undoes }) => undoes === action?.undoes);
    if (!body.ok || !run || !undo || run.finished_at === null)
      return await respond(req, res, body.ok ? notFound : body, { next: action?.path ?? staffOrdersPath });
    await startBulk(shop, req, { id: body.value.id, action: undo, selection: { requestId: run.request_id } });
    await respond(req, res, ok({}), { next: staffBulkRunPath(body.value.id), data: () => ({}) });
  };

  return routes(
    screenRoute(staffOrdersBulkPath, staffScreen(parts, needs), preview),
    callRoute(staffCalls.runOrdersBulk, staffCall(parts, { needs }), running),
    screenRoute(staffBulkRunPath(":id"), staffScreen(parts), result),
    callRoute(staffCalls.undoBulk, guard, undoing),
  );
}
