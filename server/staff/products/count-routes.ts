import type { Request, RequestHandler, Response } from "express";
import type { z } from "zod";
import { allCategories } from "../../catalog/categories.ts";
import {
  type LineView,
  listLines,
  listSheets,
  type SheetMark,
  type SheetRow,
  type SheetScope,
  sheetOf,
  sheetTotals,
} from "../../catalog/count-sheets.ts";
import { countedUnits } from "../../catalog/rules/stock-reasons.ts";
import { listStock } from "../../catalog/stock-list.ts";
import { newId } from "../../ids.ts";
import { notFound, type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { isNative, RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffCountPath, staffCountPrintPath, staffCountsPath } from "../paths.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { staffIn } from "../records/history-page.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import {
  type CountQuery,
  countAddress,
  countPage,
  countPrintPage,
  countPrintView,
  countsPage,
  countsView,
  countView,
} from "./count-pages.ts";
import { clearForStaff, countForStaff, createSheetForStaff, discardForStaff, postForStaff } from "./stock-actions.ts";
import type { sheetBody } from "./stock-calls.ts";

const pageSize = 50;
/** The most lines of one printed part. */
const printSize = 1000;

const views = ["left", "differing", "all"] as const satisfies readonly LineView[];

function markOf(value: unknown): SheetMark | undefined {
  const match = /^(\d{1,15})-([\w-]{1,64})$/.exec(readLine(value, 100));
  return match?.[1] && match[2] ? { at: Number(match[1]), id: match[2] } : undefined;
}

const positionOf = (value: unknown): number => Number(/^\d{1,7}$/.exec(readLine(value, 7))?.[0] ?? 0);

const queryOf = ({ query }: Pick<Request, "query">): CountQuery => ({
  q: readLine(query.q, 200),
  view: views.find((view) => view === query.view) ?? "left",
  after: positionOf(query.after),
});

/** The notice after a count: the number, and its difference from the expected one. */
function countedNotice({ query }: Pick<Request, "query">): string | undefined {
  const match = /^(\d{1,7})-(-?\d{1,7})$/.exec(readLine(query.counted, 20));
  if (!match) return undefined;
  const [counted, difference] = [Number(match[1]), Number(match[2])];
  if (difference === 0) return `Saved: ${counted}, as expected.`;
  return `Saved: ${counted}, which is ${Math.abs(difference)} ${difference > 0 ? "more" : "fewer"} than expected.`;
}

const notices: Readonly<Record<string, string>> = {
  created: "The sheet is ready. Several people can count on it at once.",
  cleared: "The count was cleared.",
  posted: "Posted. The stock is what was counted, less what was sold since.",
  discarded: "Discarded. No stock was moved.",
};

type SheetRequest = Request<{ id: string }>;

/** Routes of the sheets on which people count stock. */
export function countRoutes({ render, db, now, dates }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, "stock:read");
  const contextOf = (req: Request) => ({ db, source: auditSourceOf(req), now: now() });

  const renderList = async (req: Request, res: Response, refusal?: Refusal) => {
    const before = markOf(req.query.before);
    const rows = await listSheets(db, before, 20 + 1);
    const sheets = rows.slice(0, 20);
    const last = sheets.at(-1);
    const input = {
      sheets,
      totalsOf: await sheetTotals(
        db,
        sheets.map(({ id }) => id),
      ),
      categories: await allCategories(db),
      names: await findStaffNames(db, staffIn(sheets.map(({ created_by }) => created_by))),
      before,
      next: rows.length > sheets.length && last ? { at: last.created_at, id: last.id } : undefined,
      key: newId(),
    };
    return render(countsView, countsPage(staffContext(req, res), { dates, now: now() }, input, { refusal }));
  };
  const list: RequestHandler = async (req, res) => sendPage(res, await renderList(req, res));

  const creating: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.createCountSheet, req);
    const sheet = body.ok ? await newSheet(body.value) : body;
    const outcome = sheet.ok ? await createSheetForStaff(contextOf(req), sheet.value) : sheet;
    await respond(req, res, outcome, {
      next: sheet.ok ? `${staffCountPath(sheet.value.id)}?notice=created` : staffCountsPath,
      rerender: (refusal) => renderList(req, res, refusal),
      data: () => ({}),
    });
  };
  const newSheet = async (body: z.output<typeof sheetBody>) => {
    const { key, scope, category, variant, unshipped } = body;
    const variantIds = typeof variant === "string" ? [variant] : variant;
    const countedCategory = scope === "category" ? (await allCategories(db)).find(({ id }) => id === category) : undefined;
    if (scope === "category" && !countedCategory) return refuse("invalid", "Choose a category.");
    if (scope === "selection" && variantIds.length === 0) return refuse("invalid", "Select what to count first.");
    const scopes: Readonly<Record<typeof scope, SheetScope | undefined>> = {
      all: "all",
      category: { categoryId: category },
      selection: { variantIds },
      scan: undefined,
    };
    const name = body.name.trim() || `${countedCategory?.name ?? "Count"}, ${dates.day(now()).text}`;
    return ok({ id: key, name, scope: scopes[scope], withUnshipped: unshipped === "counted" });
  };

  const sheetIn = async (req: SheetRequest): Promise<SheetRow> => {
    const sheet = await sheetOf(db, req.params.id);
    if (!sheet) throw new RefusedPage(notFound);
    return sheet;
  };

  /**
   * The lines for the address: a page of the sheet, or the results of a search, including variants
   * that are not on the sheet.
   */
  const linesOf = async ({ id }: SheetRow, query: CountQuery) => {
    if (query.q === "") return { rows: await listLines(db, id, query, pageSize + 1), others: [] };
    const variants = await listStock(db, { text: query.q, low: false }, { sort: "name", after: undefined }, pageSize);
    const variantIds = variants.map((variant) => variant.id);
    if (variantIds.length === 0) return { rows: [], others: [] };
    const rows = await listLines(db, id, { view: "all", after: 0, variantIds }, pageSize);
    const idsOnSheet = new Set(rows.map(({ variantId }) => variantId));
    return { rows, others: variants.filter((variant) => !idsOnSheet.has(variant.id)) };
  };

  const renderPage = async (req: SheetRequest, res: Response, refusal?: Refusal, asksToPost?: true): Promise<string> => {
    const sheet = await sheetIn(req);
    const query = queryOf(req);
    const { rows, others } = await linesOf(sheet, query);
    const lines = rows.slice(0, pageSize);
    const actors = [sheet.created_by, sheet.ended_by, ...lines.map(({ countedBy }) => countedBy)];
    const input = {
      sheet,
      query,
      lines,
      others,
      totals: (await sheetTotals(db, [sheet.id]))(sheet.id),
      next: rows.length > pageSize ? lines.at(-1)?.position : undefined,
      names: await findStaffNames(db, staffIn(actors)),
    };
    const actionNotice = Object.entries(notices).find(([name]) => name === req.query.notice)?.[1];
    const notice = countedNotice(req) ?? actionNotice;
    return render(countView, countPage(staffContext(req, res), dates, input, { notice, refusal, asksToPost }));
  };
  const sheet: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const print: RequestHandler<{ id: string }> = async (req, res) => {
    const printed = await sheetIn(req);
    const rows = await listLines(db, printed.id, { view: "all", after: positionOf(req.query.after) }, printSize + 1);
    const lines = rows.slice(0, printSize);
    const next = rows.length > printSize ? lines.at(-1)?.position : undefined;
    sendPage(
      res,
      render(countPrintView, countPrintPage(staffContext(req as Request, res), dates, { sheet: printed, lines, next })),
    );
  };

  const entering: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.enterCount, req as Request);
    const units = body.ok ? countedUnits(body.value.units) : body;
    const counted =
      body.ok && units.ok
        ? await countForStaff(contextOf(req as Request), {
            sheetId: req.params.id,
            variantId: body.value.variantId,
            units: units.value,
            how: body.value.how,
            seen: body.value.seen === "" ? null : Number(body.value.seen),
          })
        : (units as Refusal);
    const back = body.ok
      ? countAddress(staffCountPath(req.params.id), { q: "", view: body.value.view, after: Number(body.value.after) })
      : "";
    await respond(req as Request, res, counted, {
      next: ({ counted, expected }) => `${back}${back.includes("?") ? "&" : "?"}counted=${counted}-${counted - expected}`,
      rerender: (refusal) => renderPage(req, res, refusal),
      data: () => ({}),
    });
  };

  const answer = (req: SheetRequest, res: Response, outcome: Outcome<unknown>, notice: string) =>
    respond(req as Request, res, outcome, {
      next: `${staffCountPath(req.params.id)}?view=all&notice=${notice}`,
      rerender: (refusal) => renderPage(req, res, refusal),
      data: () => ({}),
    });
  const clearing: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.clearCount, req as Request);
    const cleared = body.ok ? await clearForStaff(contextOf(req as Request), req.params.id, body.value.variantId) : body;
    await answer(req, res, cleared, "cleared");
  };
  const posting: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.postCountSheet, req as Request);
    const input = { sheetId: req.params.id, uncounted: body.ok ? body.value.uncounted : undefined };
    const posted = body.ok ? await postForStaff(contextOf(req as Request), input) : body;
    // A person who has not confirmed the uncounted lines yet sees no error: the page asks for the
    // confirmation.
    const asks = !posted.ok && posted.code === "unconfirmed" && isNative(req as Request);
    if (asks) return sendPage(res, await renderPage(req, res, undefined, true));
    await answer(req, res, posted, "posted");
  };
  const discarding: RequestHandler<{ id: string }> = async (req, res) =>
    await answer(req, res, await discardForStaff(contextOf(req as Request), req.params.id), "discarded");

  const guard = staffCall(parts, { needs: staffCalls.enterCount.needs });
  return routes(
    screenRoute(staffCountsPath, reading, list),
    screenRoute(staffCountPath(":id"), reading, sheet),
    screenRoute(staffCountPrintPath(":id"), reading, print),
    callRoute(staffCalls.createCountSheet, guard, creating),
    callRoute(staffCalls.enterCount, guard, entering),
    callRoute(staffCalls.clearCount, guard, clearing),
    callRoute(staffCalls.postCountSheet, guard, posting),
    callRoute(staffCalls.discardCountSheet, guard, discarding),
  );
}
