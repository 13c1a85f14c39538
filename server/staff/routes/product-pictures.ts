import type { Request, RequestHandler, Response } from "express";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { addPictures } from "../add-pictures.ts";
import { staffCalls } from "../calls.ts";
import { picturesPage, picturesView } from "../pages/product-pictures.ts";
import { staffPicturesPath } from "../paths.ts";
import { picturesOf } from "../picture-form.ts";
import { picturesKind, productKind } from "../product-kind.ts";
import { readRecord, saveRecord, versionOf } from "../records.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffScreen } from "../require-staff.ts";
import { withoutTheirs } from "../rules/record-changes.ts";
import { drawConflict } from "./conflict.ts";
import { answerBeside, keptFields, notSavedYet } from "./content-form.ts";
import { deskOf } from "./desk.ts";
import { largeForms } from "./large-forms.ts";
import { filesOf, readPictureFiles } from "./read-pictures.ts";
import { historyOf } from "./record-history.ts";
import { tokenFirst } from "./token-first.ts";

const notices: Readonly<Record<string, string>> = {
  saved: "Saved.",
  added: "Added. Describe them for those who can’t see them.",
};

type PicturesRequest = Request<{ id: string }>;
type Draw = { refusal?: Refusal | undefined; notice?: string | undefined; typed?: Record<string, unknown> | undefined };

/** Routes of the pictures of a product. */
export function pictureRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { render, db, now } = shop;
  const reading = staffScreen(parts, "products:read");

  const draw = async (req: PicturesRequest, res: Response, shownFields: Draw = {}) => {
    const { id } = req.params;
    const product = await readRecord(db, productKind, id);
    const saved = await readRecord(db, picturesKind, id);
    if (!product || !saved) throw new RefusedPage(notFound);
    const history = await historyOf(shop, req as Request, picturesKind, id, saved);
    const shown = { id, product, saved, seen: versionOf(saved), history };
    return render(picturesView, picturesPage(deskOf(req as Request, res), shown, shownFields));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => {
    const notice = Object.entries(notices).find(([name]) => name === req.query.notice)?.[1];
    sendPage(res, await draw(req, res, { notice }));
  };

  const save: RequestHandler<{ id: string }> = async (req, res) => {
    const asked = req as unknown as Request;
    const { id } = req.params;
    const body = readBody(staffCalls.savePictures, asked);
    const saved = body.ok ? await readRecord(db, picturesKind, id) : undefined;
    const options = {
      next: `${staffPicturesPath(id)}?notice=saved`,
      rerender: (refusal: Refusal) => draw(req, res, { refusal, typed: req.typed }),
      data: () => ({}),
    };
    if (!body.ok || !saved) return await respond(asked, res, body.ok ? notFound : body, options);
    const wanted = { id, seen: body.value.seen, fields: withoutTheirs(picturesOf(saved, req.typed), req.typed) };
    const outcome = await saveRecord(db, picturesKind, wanted, auditSourceOf(asked), now());
    const isLate = !outcome.ok && outcome.code === "changed";
    const drawLate = () => drawConflict(shop, asked, res, { kind: picturesKind, ...wanted });
    await respond(asked, res, outcome, isLate ? { rerender: drawLate } : options);
  };

  const upload: RequestHandler<{ id: string }> = async (req, res) => {
    const asked = req as unknown as Request;
    const { id } = req.params;
    const files = req.staleToken ?? filesOf(asked);
    const outcome: Outcome<{ added: number }> = files.ok
      ? await addPictures(shop, id, files.value, auditSourceOf(asked), now())
      : files;
    const typed = keptFields(asked);
    await answerBeside(asked, res, outcome, `${staffPicturesPath(id)}?notice=added`, (refusal) =>
      draw(req, res, { refusal, typed, notice: refusal ? undefined : notSavedYet }),
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
