import type { Request, RequestHandler } from "express";
import { newId } from "../../ids.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { atOnce, type BulkAction, continueRun, startRun } from "../bulk.ts";
import { bulkActions } from "../bulk-actions.ts";
import { bulkPreviewPage, bulkPreviewView } from "../pages/bulk.ts";
import { staffBulkRunPath } from "../paths.ts";
import type { BulkPlace } from "../queries/bulk.ts";
import { auditSourceOf, staffOf } from "../require-staff.ts";
import { deskOf } from "./desk.ts";

/** The query of a request's address. */
export const selectionIn = (req: Request): string => new URL(req.originalUrl, "http://shop").search.slice(1);

/**
 * The fields of such a query, or of a form's hidden field that contains it; `picked` is the
 * repeated one.
 */
export function fieldsOf(selection: string, picked: string): Record<string, unknown> {
  const given = new URLSearchParams(selection);
  return { ...Object.fromEntries(given), [picked]: given.getAll(picked) };
}

type Start<Selection, Position extends BulkPlace> = {
  id: string;
  action: Pick<BulkAction<Selection, Position>, "name" | "next">;
  selection: Selection;
};

/** Starts a run; few records are done before the answer, all others by jobs. */
export async function startBulk<Selection, Position extends BulkPlace>(
  shop: Shop,
  req: Request,
  { id, action, selection }: Start<Selection, Position>,
): Promise<void> {
  const { db, now, notifyWorker } = shop;
  const isSmall = (await action.next(db, selection, undefined, atOnce + 1)).length <= atOnce;
  const run = { id, action, selection, staffId: staffOf(req).staffId, source: auditSourceOf(req), isSmall };
  const isNew = await startRun(db, run, now());
  if (isNew && isSmall) await continueRun(shop, bulkActions, id);
  notifyWorker();
}

type ListBulk<Selection, Position extends BulkPlace, Name extends string> = {
  /** the paths of the list and of its actions */
  path: string;
  bulk: string;
  /** the plural name of its records */
  many: string;
  /** the field that names a selected record */
  picked: string;
  /** the first action is the default of an address without one */
  actions: Readonly<
    Record<Name, { action: BulkAction<Selection, Position>; title: string; button: string; consequence: string }>
  >;
  /** undefined if nothing was selected */
  selectionOf(fields: Readonly<Record<string, unknown>>): Selection | undefined;
  read(req: Request): Outcome<{ id: string; action: Name; selection: string }>;
};

/** The two steps of a list's actions: the preview in numbers, and the action. */
export function listBulk<Selection, Position extends BulkPlace, Name extends string>(
  shop: Shop,
  { path, bulk, many, picked, actions, selectionOf, read }: ListBulk<Selection, Position, Name>,
): { preview: RequestHandler; running: RequestHandler } {
  const names = Object.keys(actions) as [Name, ...Name[]];
  const unselected = `${path}${path.includes("?") ? "&" : "?"}notice=unselected`;

  const preview: RequestHandler = async (req, res) => {
    const selection = selectionIn(req);
    const fields = fieldsOf(selection, picked);
    const selected = selectionOf(fields);
    if (selected === undefined) return res.redirect(303, unselected);
    const name = names.find((each) => each === fields.action) ?? names[0];
    const { action, ...words } = actions[name];
    const shown = { ...words, path, action: bulk, name, id: newId(), selection };
    const page = bulkPreviewPage(deskOf(req, res), { ...shown, preview: await action.preview(shop.db, selected) });
    sendPage(res, shop.render(bulkPreviewView, page));
  };

  const running: RequestHandler = async (req, res) => {
    const body = read(req);
    if (!body.ok) return await respond(req, res, body, { next: path });
    const { id, action, selection } = body.value;
    const selected = selectionOf(fieldsOf(selection, picked));
    if (selected === undefined) return await respond(req, res, refuse("invalid", `Select ${many} first, or all that match.`));
    await startBulk(shop, req, { id, action: actions[action].action, selection: selected });
    await respond(req, res, ok({}), { next: staffBulkRunPath(id), data: () => ({}) });
  };

  return { preview, running };
}
