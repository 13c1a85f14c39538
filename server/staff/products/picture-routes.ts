import type { RequestHandler } from "express";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { answerBeside, keptFields, notSavedYet } from "../content/content-form-routes.ts";
import { largeForms } from "../large-forms.ts";
import { staffPicturesPart, staffPicturesPath } from "../paths.ts";
import { renderConflict } from "../records/conflict-routes.ts";
import { readRecord, saveRecord } from "../records/records.ts";
import { withoutTheirs } from "../records/rules/record-changes.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { tokenFirst } from "../token-first.ts";
import { addPictures } from "./add-pictures.ts";
import { readPlacement } from "./picture-form.ts";
import { picturesKind } from "./product-kind.ts";
import { filesOf, readPictureFiles } from "./read-pictures.ts";
import { productRenderer } from "./render-product.ts";

/** Routes of the pictures of a product, which are shown on its page. */
export function pictureRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, now } = shop;
  const reading = staffScreen(parts, "products:read");
  const renderPage = productRenderer(shop);

  /** Redirects from the former address of the pictures to the product's page. */
  const formerScreen: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    if (!(await readRecord(db, picturesKind, id))) throw new RefusedPage(notFound);
    res.redirect(303, staffPicturesPart(id));
  };

  const save: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const body = readBody(staffCalls.savePictures, req);
    const saved = body.ok ? await readRecord(db, picturesKind, id) : undefined;
    const options = {
      next: staffPicturesPart(id, "saved"),
      rerender: (refusal: Refusal) => renderPage(req, res, { refusal, typedPictures: req.typed }),
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
    const typedPictures = keptFields(req);
    await answerBeside(req, res, outcome, staffPicturesPart(id, "added"), (refusal) =>
      renderPage(req, res, { refusal, typedPictures, notice: refusal ? undefined : notSavedYet }),
    );
  };

  const guard = staffCall(parts, { needs: staffCalls.savePictures.needs });
  const uploads = [readStaff(parts), tokenFirst, guard, requireFiles, readPictureFiles];
  return {
    screens: routes(screenRoute(staffPicturesPath(":id"), reading, formerScreen)),
    forms: routes(
      behind(largeForms(parts), callRoute(staffCalls.savePictures, guard, save)),
      behind(uploads, callRoute(staffCalls.uploadPictures, upload)),
    ),
  };
}
