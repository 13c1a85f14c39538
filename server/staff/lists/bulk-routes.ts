import type { Request, RequestHandler } from "express";
import { newId } from "../../ids.ts";
import { ok, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { staffBulkRunPath } from "../paths.ts";
import { auditSourceOf, type StaffParts, staffCall, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { type AnyBulkAction, atOnce, continueRun, startRun } from "./bulk.ts";
import { bulkActions } from "./bulk-actions.ts";
import { bulkPreviewPage, bulkPreviewView } from "./bulk-page.ts";
import type { BulkCall } from "./calls.ts";
import { type AnyStaffList, bulkOf } from "./list.ts";
import { selected, selectionFields, selectionIn } from "./selection.ts";

type Start<Selection> = { id: string; action: Pick<AnyBulkAction<Selection>, "name" | "next">; selection: Selection };

/** Starts a run. A run of few records is done before the answer; jobs do a larger run. */
export async function startBulk<Selection>(shop: Shop, req: Request, { id, action, selection }: Start<Selection>): Promise<void> {
  const { db, now, notifyWorker } = shop;
  const isSmall = (await action.next(db, selection, undefined as never, atOnce + 1)).length <= atOnce;
  const run = { id, action, selection, staffId: staffOf(req).staffId, source: auditSourceOf(req), isSmall };
  const isNew = await startRun(db, run, now());
  if (isNew && isSmall) await continueRun(shop, bulkActions, id);
  notifyWorker();
}

/** A list's actions with the words of their previews. */
const runsOf = (list: AnyStaffList) =>
  Object.entries(bulkOf(list).actions).flatMap(([name, { label, run }]) => (run ? { button: label, ...run, name } : []));

/** Routes of the two steps of a list's actions: the preview in numbers, and the action. */
export function bulkActionRoutes(shop: Shop, parts: StaffParts, list: AnyStaffList, call: BulkCall): Routes {
  const { db, dates, now, render } = shop;
  const runs = runsOf(list);
  const selectedIn = (fields: Readonly<Record<string, unknown>>) => selected(list, fields, { db, dates, now: now() });

  const preview: RequestHandler = async (req, res) => {
    const selection = selectionIn(req);
    const fields = selectionFields(list, selection);
    const records = selectedIn(fields);
    const run = runs.find(({ name }) => name === fields.action) ?? runs[0];
    if (records === undefined || !run) return res.redirect(303, `${list.path}?notice=unselected`);
    const { action, ...words } = run;
    const numbers = await action.preview(db, records as never);
    const page = { ...words, path: list.path, action: call.path, id: newId(), selection, preview: numbers };
    sendPage(res, render(bulkPreviewView, bulkPreviewPage(staffContext(req, res), page)));
  };

  const running: RequestHandler = async (req, res) => {
    const body = readBody(call, req);
    if (!body.ok) return await respond(req, res, body, { next: list.path });
    const { id, selection } = body.value;
    const records = selectedIn(selectionFields(list, selection));
    const run = runs.find(({ name }) => name === body.value.action);
    if (records === undefined || !run)
      return await respond(req, res, refuse("invalid", `Select ${list.many} first, or all that match.`));
    await startBulk(shop, req, { id, action: run.action, selection: records });
    await respond(req, res, ok({}), { next: staffBulkRunPath(id), data: () => ({}) });
  };

  return routes(
    screenRoute(call.path, staffScreen(parts, call.needs), preview),
    callRoute(call, staffCall(parts, { needs: call.needs }), running),
  );
}
