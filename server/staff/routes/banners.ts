import type { Request, RequestHandler, Response } from "express";
import { bannersAtPlace, nextBannerPlace, openBannerPages } from "../../content/banner-records.ts";
import { previewPage } from "../../content/preview.ts";
import type { BannerFields } from "../../content/rules/banner.ts";
import { newShortId } from "../../ids.ts";
import { invalidFields, notFound, type Outcome, ok, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { contentStaffCalls } from "../calls/content.ts";
import { bannerKind } from "../content-kinds.ts";
import { isMissingTarget } from "../link-targets.ts";
import { type BannerPlace, setBannerPicture } from "../page-pictures.ts";
import { bannerPage } from "../pages/banner.ts";
import { contentFormView } from "../pages/content-form.ts";
import { staffBannerPath, staffPagePreviewPath, staffPagesPath } from "../paths.ts";
import { createRecord, readRecord, removeRecord } from "../records.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffScreen } from "../require-staff.ts";
import { momentOf } from "../zoned-time.ts";
import { answerBeside, answerForm, contentCall, keptFields, noticeOf, notSavedYet, saveForm } from "./content-form.ts";
import { deskOf } from "./desk.ts";
import { filesOf, readPictureFiles } from "./read-pictures.ts";
import { historyOf } from "./record-history.ts";
import { pathAfterRemoval } from "./removed-record.ts";
import { tokenFirst } from "./token-first.ts";

type BannerRequest = Request<{ id: string }>;
type Typed = Record<Exclude<keyof BannerFields, never>, string>;

/** Routes of the banners: showing, adding, saving and removing one, and a preview of its page. */
export function bannerRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, now, dates, render } = shop;
  const reading = staffScreen(parts, "pages:read");

  const draw = async (req: BannerRequest, res: Response, refusal?: Refusal): Promise<string> => {
    const { id } = req.params;
    const banner = id === "new" ? undefined : await readRecord(db, bannerKind, id);
    if (id !== "new" && !banner) throw new RefusedPage(notFound);
    const isUpload = Boolean(req.is("multipart/form-data"));
    const kept = keptFields(req as unknown as Request);
    const shown = {
      notice: kept && !refusal ? notSavedYet : noticeOf(req),
      refusal,
      typed: isUpload ? kept : req.typed,
      history: await historyOf(shop, req, bannerKind, id),
    };
    const isMissing = banner !== undefined && banner.ctaLink !== "" && (await isMissingTarget(db, banner.ctaLink));
    const atPlace = banner ? await bannersAtPlace(db, id, banner) : [];
    const refused = isUpload && refusal ? sentWith(req) : undefined;
    const input = { id, banner, pages: await openBannerPages(db), isMissing, atPlace, refused };
    return render(contentFormView, bannerPage(deskOf(req, res), dates, input, shown));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await draw(req, res));

  /** The record's fields from the typed ones; refuses invalid times. */
  const fieldsOf = ({ position, active, startsAt, endsAt, ...texts }: Typed): Outcome<BannerFields> => {
    const times = { startsAt: momentOf(dates, startsAt) ?? null, endsAt: momentOf(dates, endsAt) ?? null };
    const wrong = (["startsAt", "endsAt"] as const).filter((name) => ({ startsAt, endsAt })[name] !== "" && times[name] === null);
    if (wrong.length > 0) return invalidFields(wrong.map((field) => ({ field, message: "This is no day and time." })));
    const trimmed = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.trim()]));
    return ok({
      ...(trimmed as Omit<BannerFields, "position" | "active" | "startsAt" | "endsAt">),
      ...times,
      position: /^\d{1,3}$/.test(position.trim()) ? Number(position) : -1,
      active: active === "1",
    });
  };
  const saving: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(contentStaffCalls.saveBanner, req);
    const fields = body.ok ? fieldsOf(body.value) : body;
    const again = (refusal: Refusal) => draw(req, res, refusal);
    if (!body.ok || !fields.ok) return await answerForm(req, res, fields, staffPagesPath, again);
    const { id } = req.params;
    if (id !== "new") {
      const form = { kind: bannerKind, id, seen: body.value.seen, fields: fields.value };
      return await saveForm(shop, req, res, { ...form, next: `${staffBannerPath(id)}?notice=saved`, draw: again });
    }
    const made = newShortId();
    const place = body.value.position.trim() === "" ? { position: await nextBannerPlace(db, fields.value.page) } : {};
    const banner = { id: made, fields: { ...fields.value, ...place } };
    const added = await createRecord(db, bannerKind, banner, auditSourceOf(req), now());
    await answerForm(req, res, added, `${staffBannerPath(made)}?notice=added`, again);
  };
  const removing: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(contentStaffCalls.removeBanner, req);
    const form = { id: req.params.id, seen: body.ok ? body.value.seen : "" };
    const removed = body.ok ? await removeRecord(db, bannerKind, form, auditSourceOf(req), now()) : body;
    await answerForm(req, res, removed, pathAfterRemoval(staffPagesPath, bannerKind, form.id), (refusal) =>
      draw(req, res, refusal),
    );
  };
  const preview: RequestHandler<{ page: string }> = async (req, res) => {
    const { at, banner } = req.query;
    const bannerId = typeof banner === "string" && /^[\w-]{1,64}$/.test(banner) ? banner : undefined;
    const time = typeof at === "string" ? momentOf(dates, at) : undefined;
    const html = await previewPage(shop, { page: req.params.page, at: time ?? now(), bannerId });
    if (html === undefined) throw new RefusedPage(notFound);
    sendPage(res, html);
  };
  const uploading: RequestHandler<{ id: string }> = async (req, res) => {
    const asked = req as unknown as Request;
    const { id } = req.params;
    const files = req.staleToken ?? filesOf(asked);
    const [file] = files.ok ? files.value : [];
    const set: Outcome<unknown> =
      files.ok && file ? await setBannerPicture(shop, file, { id, ...sentWith(req) }, auditSourceOf(asked)) : files;
    await answerBeside(asked, res, set, `${staffBannerPath(id)}?notice=saved`, (refusal) => draw(req, res, refusal));
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
