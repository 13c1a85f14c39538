import type { RequestHandler } from "express";
import { paperName } from "../../catalog/papers.ts";
import { sendPaper } from "../../media/papers.ts";
import { findKeptName } from "../../orders/papers.ts";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { answerForm } from "../content/content-form-routes.ts";
import { largeForms } from "../large-forms.ts";
import { staffPaperPath, staffPapersPart } from "../paths.ts";
import { renderConflict } from "../records/conflict-routes.ts";
import { readRecord, saveRecord } from "../records/records.ts";
import { withoutTheirs } from "../records/rules/record-changes.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { tokenFirst } from "../token-first.ts";
import { addPaper } from "./add-paper.ts";
import { paperCalls } from "./paper-calls.ts";
import { papersKind, readPaperText, readTypedPapers } from "./paper-kind.ts";
import { filesOf, readPictureFiles } from "./read-pictures.ts";
import { productRenderer } from "./render-product.ts";

/** Routes of the papers of a product, which are shown on its page, and of each PDF. */
export function paperRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, media, now } = shop;
  const renderPage = productRenderer(shop);

  const save: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const body = readBody(paperCalls.savePapers, req);
    const saved = body.ok ? await readRecord(db, papersKind, id) : undefined;
    const options = {
      next: staffPapersPart(id, "saved"),
      rerender: (refusal: Refusal) => renderPage(req, res, { papers: { refusal, typed: req.typed } }),
      data: () => ({}),
    };
    if (!body.ok || !saved) return await respond(req, res, body.ok ? notFound : body, options);
    const form = { id, seen: body.value.seen, fields: withoutTheirs(readTypedPapers(saved, req.typed), req.typed) };
    const outcome = await saveRecord(db, papersKind, form, auditSourceOf(req), now());
    const isLate = !outcome.ok && outcome.code === "changed";
    const renderLate = () => renderConflict(shop, req, res, { kind: papersKind, ...form });
    await respond(req, res, outcome, isLate ? { rerender: renderLate } : options);
  };

  const upload: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const files = req.staleToken ?? filesOf(req, "a PDF");
    const [file] = files.ok ? files.value : [];
    const paper = file && { file, typed: readPaperText(req.typed, "new"), replaces: readText(req.typed.replaces) };
    const outcome: Outcome<object> = paper ? await addPaper(shop, id, paper, auditSourceOf(req), now()) : files;
    await answerForm(req, res, outcome, staffPapersPart(id, "added"), (refusal) =>
      renderPage(req, res, { papers: { refusal, typed: req.typed } }),
    );
  };

  const paper: RequestHandler<{ key: string }> = async (req, res) => {
    const { key } = req.params;
    const fileName = (await paperName(db, key)) ?? (await findKeptName(db, key));
    if (fileName === undefined || !(await sendPaper(req as never, res, media, { key, fileName })))
      throw new RefusedPage(notFound);
  };

  const guard = staffCall(parts, { needs: paperCalls.savePapers.needs });
  const uploads = [readStaff(parts), tokenFirst, guard, requireFiles, readPictureFiles];
  return {
    screens: routes(screenRoute(staffPaperPath(":key"), staffScreen(parts, ["products:read", "orders:read"]), paper)),
    forms: routes(
      behind(largeForms(parts), callRoute(paperCalls.savePapers, guard, save)),
      behind(uploads, callRoute(paperCalls.uploadPaper, upload)),
    ),
  };
}
