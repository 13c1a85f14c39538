import type { Request, RequestHandler } from "express";
import { notFound, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffBulkRunPath, staffOrdersPath } from "../paths.ts";
import { may, readOf } from "../people/rules/permissions.ts";
import { type StaffParts, staffCall, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { type AnyBulkAction, findBulkRun, refusalsOf } from "./bulk.ts";
import { bulkActions } from "./bulk-actions.ts";
import { bulkRunPage, bulkRunView } from "./bulk-page.ts";
import { startBulk } from "./bulk-routes.ts";
import { undoActions } from "./bulk-undo.ts";

/** Routes of the result of an action on many records, and of its undo. */
export function bulkRunRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, dates, render } = shop;
  const runOf = async (id: string) => {
    const run = await findBulkRun(db, id);
    const action = bulkActions.find(({ name }) => name === run?.action);
    return run && action && { run, action };
  };

  const reads = ({ needs }: Pick<AnyBulkAction, "needs">) => (typeof needs === "string" ? readOf(needs) : needs);

  const result: RequestHandler<{ id: string }> = async (req, res) => {
    const { run, action } = (await runOf(req.params.id)) ?? {};
    if (!run || !action || !may(staffOf(req), reads(action))) throw new RefusedPage(notFound);
    if (run.finished_at === null) res.set("Refresh", "3");
    const mayUndo = action.undoes !== undefined && may(staffOf(req), action.needs);
    const values = { run, path: action.path, done: action.doneWords(run.done), refusals: refusalsOf(run), mayUndo };
    sendPage(res, render(bulkRunView, bulkRunPage(staffContext(req, res), dates, values)));
  };

  const anybody = staffCall(parts);
  // The needed permission depends on the records that the run has changed.
  const guard: RequestHandler<{ id: string }> = async (req, res, next) => {
    const undone = await runOf(req.params.id);
    await (undone ? staffCall(parts, { needs: undone.action.needs }) : anybody)(req as never, res, next);
  };
  const undoing: RequestHandler<{ id: string }> = async (req, res) => {
    const request = req as unknown as Request;
    const body = readBody(staffCalls.undoBulk, request);
    const { run, action } = (await runOf(req.params.id)) ?? {};
    const undo = undoActions.find(({ undoes }) => undoes === action?.undoes);
    if (!body.ok || !run || !undo || run.finished_at === null)
      return await respond(request, res, body.ok ? notFound : body, { next: action?.path ?? staffOrdersPath });
    await startBulk(shop, request, { id: body.value.id, action: undo, selection: { requestId: run.request_id } });
    await respond(request, res, ok({}), { next: staffBulkRunPath(body.value.id), data: () => ({}) });
  };

  return routes(screenRoute(staffBulkRunPath(":id"), staffScreen(parts), result), callRoute(staffCalls.undoBulk, guard, undoing));
}
