import type { Request, RequestHandler, Response } from "express";
import { bannersAtPlace, nextBannerPlace } from "../../content/banner-records.ts";
import { previewPage } from "../../content/preview.ts";
import { newShortId } from "../../ids.ts";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import type { FormBody } from "../forms/body.ts";
import { staffBannerPath, staffPagePreviewPath, staffPagesPath } from "../paths.ts";
import { filesOf, readPictureFiles } from "../products/read-pictures.ts";
import { historyOf } from "../records/history-routes.ts";
import { createRecord, readRecord } from "../records/records.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { tokenFirst } from "../token-first.ts";
import { bannerForm } from "./banner-form.ts";
import { bannerPage } from "./banner-page.ts";
import { contentStaffCalls } from "./content-calls.ts";
import { contentFormView } from "./content-form-page.ts";
import {
  answerBeside,
  answerForm,
  contentCall,
  keptFields,
  noticeOf,
  notSavedYet,
  removeSent,
  saveSent,
} from "./content-form-routes.ts";
import { bannerKind } from "./kinds.ts";
import { isMissingTarget } from "./link-targets.ts";
import { type BannerPlace, setBannerPicture } from "./page-pictures.ts";

type BannerRequest = Request<{ id: string }>;

/** Routes of the banners: showing, adding, saving and removing one, and a preview of its page. */
export function bannerRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, now, dates, render } = shop;
  const reading = staffScreen(parts, "pages:read");

  const renderPage = async (req: BannerRequest, res: Response, refusal?: Refusal): Promise<string> => {
    const { id } = req.params;
    const banner = id === "new" ? undefined : await readRecord(db, bannerKind, id);
    if (id !== "new" && !banner) throw new RefusedPage(notFound);
    const isUpload = Boolean(req.is("multipart/form-data"));
    const keptForm = keptFields(req);
    const pageState = {
      notice: keptForm && !refusal ? notSavedYet : noticeOf(req),
      refusal,
      typed: isUpload ? keptForm : req.typed,
      history: await historyOf(shop, req, bannerKind, id),
    };
    const isMissing = banner !== undefined && banner.ctaLink !== "" && (await isMissingTarget(db, banner.ctaLink));
    const atPlace = banner ? await bannersAtPlace(db, id, banner) : [];
    const refused = isUpload && refusal ? sentWith(req) : undefined;
    const fields = await bannerForm.views(shop, banner);
    const input = { id, banner, isMissing, atPlace, refused };
    return render(contentFormView, bannerPage(staffContext(req, res), fields, input, pageState));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const adding: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(contentStaffCalls.saveBanner, req);
    const fields = body.ok ? await bannerForm.read(body.value, shop) : body;
    const rerender = (refusal: Refusal) => renderPage(req, res, refusal);
    if (!body.ok || !fields.ok) return await answerForm(req, res, fields, staffPagesPath, rerender);
    const id = newShortId();
    const form: FormBody = body.value;
    const isLast = readLines(form.position) === "";
    const position = isLast ? await nextBannerPlace(db, fields.value.page) : fields.value.position;
    const added = await createRecord(db, bannerKind, { id, fields: { ...fields.value, position } }, auditSourceOf(req), now());
    await answerForm(req, res, added, `${staffBannerPath(id)}?notice=added`, rerender);
  };
  const saving: RequestHandler<{ id: string }> = async (req, res, next) => {
    const { id } = req.params;
    if (id === "new") return await adding(req, res, next);
    return await saveSent(shop, req, res, {
      call: contentStaffCalls.saveBanner,
      kind: bannerKind,
      form: bannerForm,
      id,
      next: `${staffBannerPath(id)}?notice=saved`,
      renderPage: (refusal) => renderPage(req, res, refusal),
    });
  };
  const removing: RequestHandler<{ id: string }> = (req, res) =>
    removeSent(shop, req, res, {
      call: contentStaffCalls.removeBanner,
      kind: bannerKind,
      id: req.params.id,
      list: staffPagesPath,
      renderPage: (refusal) => renderPage(req, res, refusal),
    });
  const preview: RequestHandler<{ page: string }> = async (req, res) => {
    const { at, banner } = req.query;
    const bannerId = typeof banner === "string" && /^[\w-]{1,64}$/.test(banner) ? banner : undefined;
    const time = typeof at === "string" ? dates.atLocal(at) : Number.NaN;
    const html = await previewPage(shop, { page: req.params.page, at: Number.isNaN(time) ? now() : time, bannerId });
    if (html === undefined) throw new RefusedPage(notFound);
    sendPage(res, html);
  };
  const uploading: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const files = req.staleToken ?? filesOf(req);
    const [file] = files.ok ? files.value : [];
    const set: Outcome<unknown> =
      files.ok && file ? await setBannerPicture(shop, file, { id, ...sentWith(req) }, auditSourceOf(req)) : files;
    await answerBeside(req, res, set, `${staffBannerPath(id)}?notice=saved`, (refusal) => renderPage(req, res, refusal));
  };
  const uploads = [
    readStaff(parts),
    tokenFirst,
    staffCall(parts, contentStaffCalls.uploadBannerPicture),
    requireFiles,
    readPictureFiles,
  ];
  const forms = routes(behind(uploads, callRoute(contentStaffCalls.uploadBannerPicture, uploading)));
  const screens = routes(
    screenRoute(staffBannerPath(":id"), reading, screen),
    screenRoute(staffPagePreviewPath(":page"), reading, preview),
    contentCall(parts, contentStaffCalls.saveBanner, saving),
    contentCall(parts, contentStaffCalls.removeBanner, removing),
  );
  return { screens, forms };
}

/** The place of an uploaded picture in the banner, and its description. */
function sentWith({ typed }: Pick<Request, "typed">): { place: BannerPlace; alt: string } {
  const alt = typeof typed?.alt === "string" ? typed.alt.trim() : "";
  return { place: typed?.place === "image" ? "image" : "background", alt };
}
