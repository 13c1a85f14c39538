import type { Request, RequestHandler, Response } from "express";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { answerBeside, keptFields, notSavedYet } from "../content/content-form-routes.ts";
import { staffContext } from "../context.ts";
import { largeForms } from "../large-forms.ts";
import { staffPicturesPath } from "../paths.ts";
import { renderConflict } from "../records/conflict-routes.ts";
import { historyOf } from "../records/history-routes.ts";
import { readRecord, saveRecord, versionOf } from "../records/records.ts";
import { withoutTheirs } from "../records/rules/record-changes.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { tokenFirst } from "../token-first.ts";
import { addPictures } from "./add-pictures.ts";
import { readPlacement } from "./picture-form.ts";
import { picturesPage, picturesView } from "./pictures-page.ts";
import { picturesKind, productKind } from "./product-kind.ts";
import { filesOf, readPictureFiles } from "./read-pictures.ts";

const notices: Readonly<Record<string, string>> = {
  saved: "Saved.",
  added: "Added. Describe them for those who can’t see them.",
};

type PicturesRequest = Request<{ id: string }>;
type RenderPage = { refusal?: Refusal | undefined; notice?: string | undefined; typed?: Record<string, unknown> | undefined };

/** Routes of the pictures of a product. */
export function pictureRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { render, db, now } = shop;
  const reading = staffScreen(parts, "products:read");

  const renderPage = async (req: PicturesRequest, res: Response, result: RenderPage = {}) => {
    const { id } = req.params;
    const product = await readRecord(db, productKind, id);
    const saved = await readRecord(db, picturesKind, id);
    if (!product || !saved) throw new RefusedPage(notFound);
    const history = await historyOf(shop, req, picturesKind, id, saved);
    const input = { id, product, saved, seen: versionOf(saved), history };
    return render(picturesView, picturesPage(staffContext(req, res), input, result));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => {
    const notice = Object.entries(notices).find(([name]) => name === req.query.notice)?.[1];
    sendPage(res, await renderPage(req, res, { notice }));
  };

  const save: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const body = readBody(staffCalls.savePictures, req);
    const saved = body.ok ? await readRecord(db, picturesKind, id) : undefined;
    const options = {
      next: `${staffPicturesPath(id)}?notice=saved`,
      rerender: (refusal: Refusal) => renderPage(req, res, { refusal, typed: req.typed }),
      data: () => ({}),
    };
    if (!body.ok || !saved) return await respond(req, res, body.ok ? notFound : body, options);
    const form = { id, seen: body.value.seen, fields: withoutTheirs(readPlacement(saved, req.typed), req.typed) };
    const outcome = await saveRecord(db, picturesKind, form, auditSourceOf(req), now());
    const isLate = !outcome.ok && outcome.code === "changed";
    const renderLate = () => renderConflict(shop, req, res, { kind: picturesKind, ...form });
    await respond(req, res, outcome, isLate ? { rerender: renderLate } : options);
  };

  const upload: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const files = req.staleToken ?? filesOf(req);
    const outcome: Outcome<{ added: number }> = files.ok
      ? await addPictures(shop, id, files.value, auditSourceOf(req), now())
      : files;
    const typed = keptFields(req);
    await answerBeside(req, res, outcome, `${staffPicturesPath(id)}?notice=added`, (refusal) =>
      renderPage(req, res, { refusal, typed, notice: refusal ? undefined : notSavedYet }),
    );
  };

  const guard = staffCall(parts, { needs: staffCalls.savePictures.needs });
  const uploads = [readStaff(parts), tokenFirst, guard, requireFiles, readPictureFiles];
  return {
    screens: routes(screenRoute(staffPicturesPath(":id"), reading, screen)),
    forms: routes(
      behind(largeForms(parts), callRoute(staffCalls.savePictures, guard, save)),
      behind(uploads, callRoute(staffCalls.uploadPictures, upload)),
    ),
  };
}
