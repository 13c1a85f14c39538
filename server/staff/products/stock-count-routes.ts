import type { RequestHandler } from "express";
import { mostLines } from "../../catalog/count-sheets.ts";
import { idsOfStock } from "../../catalog/stock-list.ts";
import { newId } from "../../ids.ts";
import { refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { bulkPreviewPage, bulkPreviewView } from "../lists/bulk-page.ts";
import { selected, selectionFields, selectionIn } from "../lists/selection.ts";
import { staffCountPath, staffStockBulkPath, staffStockPath } from "../paths.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { createSheetForStaff } from "./stock-actions.ts";
import { stockList } from "./stock-list.ts";

/** Routes of a count sheet of many variants. */
export function stockCountRoutes({ render, db, now, dates }: Shop, parts: StaffParts): Routes {
  /** The ids of the selected variants: at most one more than a sheet can have. */
  const selectedIn = async (selection: string): Promise<string[]> => {
    const stock = selected(stockList, selectionFields(stockList, selection), { db, dates, now: now() });
    if (stock === undefined) return [];
    return "ids" in stock ? stock.ids : await idsOfStock(db, stock, mostLines + 1);
  };

  const preview: RequestHandler = async (req, res) => {
    const selection = selectionIn(req);
    const { length } = await selectedIn(selection);
    if (length === 0) return res.redirect(303, `${staffStockPath}?notice=unselected`);
    if (length > mostLines) return res.redirect(303, `${staffStockPath}?notice=many`);
    const page = bulkPreviewPage(staffContext(req, res), {
      title: "Make a count sheet",
      path: staffStockPath,
      action: staffStockBulkPath,
      name: "count",
      button: "Make the sheet",
      consequence: "Each becomes a line of a new sheet. No stock is moved before the sheet is posted.",
      id: newId(),
      selection,
      preview: { will: length, isCapped: false, wont: [] },
    });
    sendPage(res, render(bulkPreviewView, page));
  };

  const running: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.runStockBulk, req);
    if (!body.ok) return await respond(req, res, body, { next: staffStockPath });
    const { id, selection } = body.value;
    const variantIds = await selectedIn(selection);
    const sheet = { id, name: `Count, ${dates.day(now()).text}`, scope: { variantIds }, withUnshipped: true };
    const outcome =
      variantIds.length === 0
        ? refuse("invalid", "Select variants first, or all that match.")
        : await createSheetForStaff({ db, source: auditSourceOf(req), now: now() }, sheet);
    await respond(req, res, outcome, { next: `${staffCountPath(id)}?notice=created`, data: () => ({}) });
  };

  return routes(
    screenRoute(staffStockBulkPath, staffScreen(parts, staffCalls.runStockBulk.needs), preview),
    callRoute(staffCalls.runStockBulk, staffCall(parts, { needs: staffCalls.runStockBulk.needs }), running),
  );
}
