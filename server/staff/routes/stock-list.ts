import type { RequestHandler } from "express";
import { mostLines } from "../../catalog/count-sheets.ts";
import { hasCode } from "../../catalog/rules/codes.ts";
import { idsOfStock, listStock } from "../../catalog/stock-list.ts";
import { newId } from "../../ids.ts";
import { refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { bulkPreviewPage, bulkPreviewView } from "../pages/bulk.ts";
import { stockCells, stockPage, stockView } from "../pages/stock-list.ts";
import { staffCountPath, staffStockBulkPath, staffStockFilePath, staffStockPath, staffVariantStockPath } from "../paths.ts";
import { auditSourceOf, type StaffParts, staffCall, staffOf, staffScreen } from "../require-staff.ts";
import { shownColumns } from "../rules/list-columns.ts";
import { stockColumns } from "../rules/stock-columns.ts";
import { listViews } from "../saved-views.ts";
import { createSheetForStaff } from "../stock-actions.ts";
import { selectedStockOf, stockQueryOf, stockSearchOf } from "../stock-query.ts";
import { deskOf } from "./desk.ts";
import { fieldsOf, selectionIn } from "./list-bulk.ts";
import { sendListFile } from "./list-file.ts";

const pageSize = 50;
/** Beyond this number the list says “more than”. */
const mostCounted = 1000;
/** The most variants of one file. */
const mostInFile = 500_000;

/** Routes of the list of stock, on a page and as a file, and of a count sheet of many variants. */
export function stockListRoutes({ render, db, now, dates }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, "stock:read");

  const list: RequestHandler = async (req, res) => {
    const query = stockQueryOf(req.query);
    const search = stockSearchOf(query);
    const found = await listStock(db, search, query, pageSize + 1);
    const rows = found.slice(0, pageSize);
    // A scanned code leads to its variant.
    const [only] = rows;
    if (only && rows.length === 1 && !query.low && hasCode(query.q, only))
      return res.redirect(303, staffVariantStockPath(only.id));
    const count = (await idsOfStock(db, search, mostCounted + 1)).length;
    const shown = {
      ...{ query, rows, count: Math.min(count, mostCounted), isCapped: count > mostCounted, warning: req.query.notice },
      next: found.length > pageSize ? rows.at(-1)?.id : undefined,
      views: await listViews(db, staffOf(req).staffId, "stock"),
    };
    sendPage(res, render(stockView, stockPage(deskOf(req, res), shown)));
  };

  const file: RequestHandler = async (req, res) => {
    const query = stockQueryOf(req.query);
    const shown = shownColumns(stockColumns, query.columns);
    await sendListFile(res, dates, {
      ...{ name: "stock.csv", columns: stockColumns, chosen: query.columns, most: mostInFile },
      read: (after: string | undefined, limit) => listStock(db, stockSearchOf(query), { sort: query.sort, after }, limit),
      mark: ({ id }) => id,
      cells: (row) => stockCells(row, shown),
    });
  };

  /** The ids of the selected variants; one more than a sheet holds if there are more. */
  const selectedIn = async (selection: string): Promise<string[]> => {
    const selected = selectedStockOf(fieldsOf(selection, "variant"));
    if (selected === undefined) return [];
    return "ids" in selected ? selected.ids : await idsOfStock(db, selected, mostLines + 1);
  };

  const preview: RequestHandler = async (req, res) => {
    const selection = selectionIn(req);
    const { length } = await selectedIn(selection);
    if (length === 0) return res.redirect(303, `${staffStockPath}?notice=unselected`);
    if (length > mostLines) return res.redirect(303, `${staffStockPath}?notice=many`);
    const page = bulkPreviewPage(deskOf(req, res), {
      ...{
        title: "Make a count sheet",
        path: staffStockPath,
        action: staffStockBulkPath,
        name: "count",
        button: "Make the sheet",
      },
      consequence: "Each becomes a line of a new sheet. No stock is moved before the sheet is posted.",
      ...{ id: newId(), selection, preview: { will: length, isCapped: false, wont: [] } },
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
    screenRoute(staffStockPath, reading, list),
    screenRoute(staffStockFilePath, reading, file),
    screenRoute(staffStockBulkPath, staffScreen(parts, staffCalls.runStockBulk.needs), preview),
    callRoute(staffCalls.runStockBulk, staffCall(parts, { needs: staffCalls.runStockBulk.needs }), running),
  );
}
