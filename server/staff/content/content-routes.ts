import type { Request, RequestHandler, Response } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { landingPath } from "../../catalog/rules/categories.ts";
import { listBanners, openBannerPages } from "../../content/banner-records.ts";
import { listPages } from "../../content/content-pages.ts";
import { listRedirects } from "../../content/redirects.ts";
import { writeHeader } from "../../content/rules/navigation.ts";
import { redirectPath } from "../../content/rules/redirect.ts";
import { type LogoScheme, logoFields, noLogo, noSettings } from "../../content/rules/shop-settings.ts";
import { noNavigation } from "../../content/settings.ts";
import type { Outcome, Refusal } from "../../outcome.ts";
import { readLine, readLines } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { largeForms } from "../large-forms.ts";
import { staffNavigationPath, staffPagesPath, staffSettingsPath } from "../paths.ts";
import { filesOf, readPictureFiles } from "../products/read-pictures.ts";
import { historyOf, kindHistoryOf } from "../records/history-routes.ts";
import { createRecord, readRecord, removeRecord, saveRecord, versionOf } from "../records/records.ts";
import { pathAfterRemoval, removedHistoryOf } from "../records/removed-record.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { tokenFirst } from "../token-first.ts";
import { addRedirects } from "./add-redirects.ts";
import { bannerRoutes } from "./banner-routes.ts";
import { contentStaffCalls } from "./content-calls.ts";
import { contentFormView } from "./content-form-page.ts";
import { answerBeside, answerForm, contentCall, keptFields, noticeOf, notSavedYet, saveSent } from "./content-form-routes.ts";
import { pagesPage, pagesView } from "./content-page.ts";
import { bannerKind, navigationKind, redirectKind, settingsKind, textKind } from "./kinds.ts";
import { isMissingTarget } from "./link-targets.ts";
import { navigationForm } from "./navigation-form.ts";
import { setLogo } from "./page-pictures.ts";
import { redirectForm, redirectLinesForm } from "./redirect-form.ts";
import { settingsForm } from "./settings-form.ts";
import { settingsPage } from "./settings-page.ts";
import { navigationPage } from "./text-page.ts";
import { textRoutes } from "./text-routes.ts";

const most = { banners: 300, redirects: 50, changes: 10 };
/** The id of the only record of its kind. */
const only = "shop";

/**
 * Routes of everything that the shop shows besides its products: pages, banners, links, redirects,
 * and its settings.
 */
export function contentRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, now, dates, render } = shop;
  const reading = staffScreen(parts, "pages:read");
  const readingSettings = staffScreen(parts, "settings:read");

  const renderPages = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const rows = await listRedirects(db, readLine(req.query.after, 300), most.redirects + 1);
    const last = rows.length > most.redirects ? rows[most.redirects - 1]?.path : undefined;
    const listed = rows.slice(0, most.redirects);
    const redirects = await Promise.all(
      listed.map(async (redirect) => ({ ...redirect, isMissing: await isMissingTarget(db, redirect.target) })),
    );
    const [banners, texts] = await Promise.all([listBanners(db, most.banners), listPages(db)]);
    const [open, categories] = await Promise.all([openBannerPages(db), allCategories(db)]);
    const nameOf = (page: string) => categories.find(({ slug }) => slug === page)?.name ?? page;
    const bannerPages = open.map((page) => ({ page, name: nameOf(page) }));
    const next = last && `${staffPagesPath}?after=${encodeURIComponent(last)}`;
    const pageState = {
      notice: noticeOf(req),
      refusal,
      typed: refusal ? req.typed : undefined,
      history: refusal
        ? []
        : [
            ...(await removedHistoryOf(shop, req, bannerKind)),
            ...(await removedHistoryOf(shop, req, textKind)),
            ...(await removedHistoryOf(shop, req, redirectKind)),
          ],
    };
    const redirectHistory = await kindHistoryOf(shop, req, redirectKind, most.changes);
    const redirectFields = await redirectForm.views(shop);
    const linesFields = await redirectLinesForm.views(shop);
    const input = { banners, bannerPages, texts, redirects, redirectHistory, redirectFields, linesFields, next, now: now() };
    return render(pagesView, pagesPage(staffContext(req, res), dates, input, pageState));
  };
  const pages: RequestHandler = async (req, res) => sendPage(res, await renderPages(req, res));
  const addingRedirect: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.addRedirect, req);
    const form = body.ok ? await redirectForm.read(body.value, shop) : body;
    const path = form.ok ? redirectPath(form.value.path) : form;
    const redirect = form.ok && path.ok ? { id: path.value, fields: { ...form.value, path: path.value } } : undefined;
    const added = redirect ? await createRecord(db, redirectKind, redirect, auditSourceOf(req), now()) : path;
    await answerForm(req, res, added, `${staffPagesPath}?notice=added`, (refusal) => renderPages(req, res, refusal));
  };
  const addingRedirects: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.addRedirects, req);
    const added = body.ok ? await addRedirects(db, readLines(body.value.lines), auditSourceOf(req), now()) : body;
    await answerForm(req, res, added, `${staffPagesPath}?notice=added`, (refusal) => renderPages(req, res, refusal));
  };
  const removingRedirect: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.removeRedirect, req);
    const form = body.ok ? { id: body.value.path.replaceAll("\0", ""), seen: body.value.seen } : { id: "", seen: "" };
    const removed = body.ok ? await removeRecord(db, redirectKind, form, auditSourceOf(req), now()) : body;
    await answerForm(req, res, removed, pathAfterRemoval(staffPagesPath, redirectKind, form.id), (refusal) =>
      renderPages(req, res, refusal),
    );
  };

  const renderNavigation = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const navigation = (await readRecord(db, navigationKind, only)) ?? noNavigation;
    const links = [...(navigation.header ?? []), ...(navigation.footer ?? []).flatMap((column) => column.links)];
    const missing = await Promise.all(links.map(async ({ href }) => ((await isMissingTarget(db, href)) ? [href] : [])));
    const pageState = {
      notice: noticeOf(req),
      refusal,
      typed: refusal ? req.typed : undefined,
      history: await historyOf(shop, req, navigationKind, only),
    };
    const lines = (await allCategories(db)).map(({ slug, name }) => ({ name, href: landingPath(slug) }));
    const input = {
      categories: writeHeader(lines).split("\n").filter(Boolean),
      fields: await navigationForm.views(shop, navigation),
      seen: versionOf(navigation),
      missing: [...new Set(missing.flat())],
    };
    return render(contentFormView, navigationPage(staffContext(req, res), input, pageState));
  };
  const navigation: RequestHandler = async (req, res) => sendPage(res, await renderNavigation(req, res));
  const savingNavigation: RequestHandler = (req, res) =>
    saveSent(shop, req, res, {
      call: contentStaffCalls.saveNavigation,
      kind: navigationKind,
      form: navigationForm,
      id: only,
      next: `${staffNavigationPath}?notice=saved`,
      renderPage: (refusal) => renderNavigation(req, res, refusal),
    });

  const renderSettings = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const settings = (await readRecord(db, settingsKind, only)) ?? noSettings;
    const keptForm = keptFields(req);
    const pageState = {
      notice: keptForm && !refusal ? notSavedYet : noticeOf(req),
      refusal,
      // The forms of a logo are separate, so their typed values are not shown in this form.
      typed: keptForm ?? (refusal && req.typed?.scheme === undefined ? req.typed : undefined),
      history: await historyOf(shop, req, settingsKind, only),
    };
    const fields = await settingsForm(shop.settings.unset).views(shop, settings);
    return render(contentFormView, settingsPage(staffContext(req, res), { settings, fields }, pageState));
  };
  const settings: RequestHandler = async (req, res) => sendPage(res, await renderSettings(req, res));
  const savingSettings: RequestHandler = (req, res) =>
    saveSent(shop, req, res, {
      call: contentStaffCalls.saveSettings,
      kind: settingsKind,
      form: settingsForm(shop.settings.unset),
      id: only,
      next: `${staffSettingsPath}?notice=saved`,
      renderPage: (refusal) => renderSettings(req, res, refusal),
    });

  const schemeOf = ({ typed }: Request): LogoScheme => (typed.scheme === "dark" ? "dark" : "light");
  const uploadingLogo: RequestHandler = async (req, res) => {
    const files = req.staleToken ?? filesOf(req);
    const [file] = files.ok ? files.value : [];
    const set: Outcome<unknown> = files.ok && file ? await setLogo(shop, file, schemeOf(req), auditSourceOf(req)) : files;
    await answerBeside(req, res, set, `${staffSettingsPath}?notice=saved`, (refusal) => renderSettings(req, res, refusal));
  };
  const removingLogo: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.removeLogo, req);
    const rerender = (refusal?: Refusal) => renderSettings(req, res, refusal);
    if (!body.ok) return await answerForm(req, res, body, staffSettingsPath, rerender);
    const fields = logoFields(body.value.scheme, noLogo);
    const form = { id: only, seen: body.value.seen, fields };
    const removed = await saveRecord(db, settingsKind, form, auditSourceOf(req), now());
    await answerBeside(req, res, removed, `${staffSettingsPath}?notice=saved`, rerender);
  };

  const banners = bannerRoutes(shop, parts);
  const uploads = [readStaff(parts), tokenFirst, staffCall(parts, contentStaffCalls.uploadLogo), requireFiles, readPictureFiles];
  const forms = routes(
    banners.forms,
    behind(largeForms(parts), contentCall(parts, contentStaffCalls.addRedirects, addingRedirects)),
    behind(uploads, callRoute(contentStaffCalls.uploadLogo, uploadingLogo)),
  );
  const screens = routes(
    screenRoute(staffPagesPath, reading, pages),
    screenRoute(staffNavigationPath, reading, navigation),
    screenRoute(staffSettingsPath, readingSettings, settings),
    contentCall(parts, contentStaffCalls.addRedirect, addingRedirect),
    contentCall(parts, contentStaffCalls.removeRedirect, removingRedirect),
    contentCall(parts, contentStaffCalls.saveNavigation, savingNavigation),
    contentCall(parts, contentStaffCalls.saveSettings, savingSettings),
    contentCall(parts, contentStaffCalls.removeLogo, removingLogo),
    banners.screens,
    textRoutes(shop, parts),
  );
  return { screens, forms };
}
