import type { Request, RequestHandler, Response } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { hasAnyProduct } from "../../catalog/product-list.ts";
import { notFound, type Outcome, ok, type Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { isRunning } from "../../transfer/product-import/end.ts";
import { type ImportOptions, optionsIn } from "../../transfer/product-import/options.ts";
import { progressIn } from "../../transfer/product-import/progress.ts";
import {
  findImport,
  type ImportRow,
  type ImportStep,
  importChanges,
  importLines,
  importProblems,
  listImports,
} from "../../transfer/product-import/read.ts";
import { dropUpload } from "../../transfer/product-import/upload.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffImportPath, staffImportReportPath, staffImportsPath } from "../paths.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { notAllowed } from "../people/rules/not-allowed.ts";
import { importNeeds, may } from "../people/rules/permissions.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { tokenFirst } from "../token-first.ts";
import { importNotes, importPage, importsPage, importsView, importView, lineWords, reasonWords } from "./import-pages.ts";
import { acceptFile, startImport, stopImport } from "./imports.ts";
import { mappingOf, productsOf, readProductFile } from "./read-product-file.ts";

/** The most earlier imports in the list, and the most lines of a report on its page. */
const most = { listed: 20, lines: 50 };

/** Whether the role allows an import with these options. */
const mayImportAs = (req: Request, { stock }: Pick<ImportOptions, "stock">): boolean =>
  importNeeds(stock).every((need) => may(staffOf(req), need));

const stepOf = ({ began_at }: ImportRow): ImportStep => (began_at === null ? "check" : "import");

/** Routes of importing product files: upload, dry run, progress, report. */
export function importRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { render, db, dates, now, notifyWorker } = shop;
  const reading = staffScreen(parts, "products:read");
  const guard = staffCall(parts, { needs: staffCalls.startImport.needs });

  const renderList = async (req: Request, res: Response, refusal?: Refusal) => {
    const runs = await listImports(db, most.listed);
    const names = await findStaffNames(db, [...new Set(runs.map(({ staff_id }) => staff_id))]);
    const categories = await allCategories(db);
    return render(
      importsView,
      importsPage(
        staffContext(req, res),
        { dates, now: now() },
        {
          hasProducts: await hasAnyProduct(db),
          runs,
          names,
          categories,
          refusal,
          typed: req.typed,
        },
      ),
    );
  };
  const list: RequestHandler = async (req, res) => sendPage(res, await renderList(req, res));

  const importOf = async ({ params }: Request<{ id: string }>): Promise<ImportRow> => {
    const run = await findImport(db, params.id);
    if (!run) throw new RefusedPage(notFound);
    return run;
  };
  const renderPage = async (req: Request<{ id: string }>, res: Response, refusal?: Refusal) => {
    const run = await importOf(req);
    const step = stepOf(run);
    const problems = await importProblems(db, run.id, step, most.lines);
    const changes = await importChanges(db, run.id, step, most.lines);
    const names = await findStaffNames(db, [run.staff_id]);
    const categories = await allCategories(db);
    if (isRunning(run.state)) res.set("Refresh", "3");
    const input = { run, problems, changes, names, categories, refusal, typed: refusal && req.typed };
    return render(importView, importPage(staffContext(req, res), dates, input));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  /**
   * Sends the lines of the report as they are read, so that a long report is never whole in memory.
   */
  const report: RequestHandler<{ id: string }> = async (req, res) => {
    const run = await importOf(req);
    res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": 'attachment; filename="import-report.csv"' });
    res.write(csvLine(["Line", "Product", "What", "Details"]));
    for (const note of importNotes(run)) res.write(csvLine(["", "", "Whole file", note]));
    for await (const lines of importLines(db, run.id, stepOf(run))) {
      if (res.destroyed) return;
      for (const line of lines)
        res.write(
          csvLine([line.line === null ? "" : String(line.line), line.product, lineWords(line, run), reasonWords(line.words)]),
        );
    }
    res.end();
  };

  const accept = async (req: Request): Promise<Outcome<{ id: string }>> => {
    const products = req.staleToken ?? productsOf(req);
    const map = products.ok ? mappingOf(req) : products;
    if (!products.ok || !map.ok) return products.ok ? (map as Refusal) : products;
    const { typed } = req;
    const options = {
      category: readText(typed.category),
      stock: typed.stock === "set" ? ("set" as const) : ("kept" as const),
      pictures: typed.pictures === "1",
      map: map.value,
      ...(!may(staffOf(req), "reports:read") && { costs: "kept" as const }),
    };
    if (!mayImportAs(req, options)) return notAllowed;
    return await acceptFile(db, { ...products.value, options }, auditSourceOf(req), now());
  };
  const upload: RequestHandler = async (req, res) => {
    const accepted = await accept(req);
    if (accepted.ok) notifyWorker();
    else if (req.sentProducts) await dropUpload(db, req.sentProducts.id, now());
    await respond(req, res, accepted, {
      next: ({ id }) => staffImportPath(id),
      rerender: (refusal) => renderList(req, res, refusal),
      data: () => ({}),
    });
  };

  const decide =
    (deciding: (req: Request, run: ImportRow) => Promise<Outcome<object>>): RequestHandler<{ id: string }> =>
    async (req, res) => {
      const run = await importOf(req);
      const decided = await deciding(req, run);
      if (decided.ok) notifyWorker();
      await respond(req, res, decided.ok ? ok({}) : decided, {
        next: staffImportPath(req.params.id),
        rerender: (refusal) => renderPage(req, res, refusal),
        data: () => ({}),
      });
    };
  const start = decide(async (req, run) => {
    if (run.state === "checked" && !mayImportAs(req, optionsIn(run.options))) return notAllowed;
    const body = readBody(staffCalls.startImport, req);
    if (!body.ok) return body;
    const { create, createAll } = body.value;
    const missing = Object.keys(progressIn(run.findings).missingCategories);
    const categories = createAll ? missing : missing.filter((name) => [create].flat().includes(name));
    return await startImport(db, { id: run.id, categories }, auditSourceOf(req), now());
  });
  const cancel = decide((req, run) => stopImport(db, run.id, auditSourceOf(req), now()));

  const uploads = [readStaff(parts), tokenFirst, guard, requireFiles, readProductFile(shop)];
  return {
    screens: routes(
      screenRoute(staffImportsPath, reading, list),
      screenRoute(staffImportPath(":id"), reading, screen),
      screenRoute(staffImportReportPath(":id"), reading, report),
      callRoute(staffCalls.startImport, guard, start),
      callRoute(staffCalls.cancelImport, guard, cancel),
    ),
    forms: routes(behind(uploads, callRoute(staffCalls.uploadProducts, upload))),
  };
}
