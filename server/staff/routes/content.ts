import type { Request, RequestHandler, Response } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { landingPath } from "../../catalog/rules/categories.ts";
import { listBanners, openBannerPages } from "../../content/banner-records.ts";
import { listPages } from "../../content/content-pages.ts";
import { listRedirects } from "../../content/redirects.ts";
import { readFooter, readHeader, writeFooter, writeHeader } from "../../content/rules/navigation.ts";
import { redirectPath } from "../../content/rules/redirect.ts";
import { type LogoScheme, logoFields, noLogo, noSettings, type ShopSettings } from "../../content/rules/shop-settings.ts";
import { noNavigation } from "../../content/settings.ts";
import { invalidFields, type Outcome, type Refusal } from "../../outcome.ts";
import { readLine, readLines } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { addRedirects } from "../add-redirects.ts";
import { contentStaffCalls } from "../calls/content.ts";
import { bannerKind, navigationKind, redirectKind, settingsKind, textKind } from "../content-kinds.ts";
import { isMissingTarget } from "../link-targets.ts";
import { setLogo } from "../page-pictures.ts";
import { pagesPage, pagesView } from "../pages/content.ts";
import { contentFormView } from "../pages/content-form.ts";
import { settingsPage } from "../pages/settings.ts";
import { navigationPage } from "../pages/texts.ts";
import { staffNavigationPath, staffPagesPath, staffSettingsPath } from "../paths.ts";
import { createRecord, readRecord, removeRecord, saveRecord, versionOf } from "../records.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffScreen } from "../require-staff.ts";
import { bannerRoutes } from "./banners.ts";
import { answerBeside, answerForm, contentCall, keptFields, noticeOf, notSavedYet, saveForm } from "./content-form.ts";
import { deskOf } from "./desk.ts";
import { largeForms } from "./large-forms.ts";
import { filesOf, readPictureFiles } from "./read-pictures.ts";
import { historyOf, kindHistoryOf } from "./record-history.ts";
import { pathAfterRemoval, removedHistoryOf } from "./removed-record.ts";
import { textRoutes } from "./texts.ts";
import { tokenFirst } from "./token-first.ts";

const most = { banners: 300, redirects: 50, changes: 10 };
/** The id of a record of which there is one. */
const only = "shop";

/**
 * Routes of everything that the shop shows besides its products: pages, banners, links, redirects,
 * and its settings.
 */
export function contentRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, now, dates, render } = shop;
  const reading = staffScreen(parts, "pages:read");
  const readingSettings = staffScreen(parts, "settings:read");

  const drawPages = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
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
    const shown = {
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
    const input = { banners, bannerPages, texts, redirects, redirectHistory, next, now: now() };
    return render(pagesView, pagesPage(deskOf(req, res), dates, input, shown));
  };
  const pages: RequestHandler = async (req, res) => sendPage(res, await drawPages(req, res));
  const addingRedirect: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.addRedirect, req);
    const path = body.ok ? redirectPath(body.value.path) : body;
    const fields = body.ok && path.ok ? { path: path.value, target: body.value.target.trim() } : undefined;
    const added =
      path.ok && fields ? await createRecord(db, redirectKind, { id: path.value, fields }, auditSourceOf(req), now()) : path;
    await answerForm(req, res, added, `${staffPagesPath}?notice=added`, (refusal) => drawPages(req, res, refusal));
  };
  const addingRedirects: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.addRedirects, req);
    const added = body.ok ? await addRedirects(db, body.value.lines, auditSourceOf(req), now()) : body;
    await answerForm(req, res, added, `${staffPagesPath}?notice=added`, (refusal) => drawPages(req, res, refusal));
  };
  const removingRedirect: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.removeRedirect, req);
    const form = body.ok ? { id: body.value.path.replaceAll("\0", ""), seen: body.value.seen } : { id: "", seen: "" };
    const removed = body.ok ? await removeRecord(db, redirectKind, form, auditSourceOf(req), now()) : body;
    await answerForm(req, res, removed, pathAfterRemoval(staffPagesPath, redirectKind, form.id), (refusal) =>
      drawPages(req, res, refusal),
    );
  };

  const drawNavigation = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const navigation = (await readRecord(db, navigationKind, only)) ?? noNavigation;
    const links = [...(navigation.header ?? []), ...(navigation.footer ?? []).flatMap((column) => column.links)];
    const missing = await Promise.all(links.map(async ({ href }) => ((await isMissingTarget(db, href)) ? [href] : [])));
    const shown = {
      notice: noticeOf(req),
      refusal,
      typed: refusal ? req.typed : undefined,
      history: await historyOf(shop, req, navigationKind, only),
    };
    const lines = (await allCategories(db)).map(({ slug, name }) => ({ name, href: landingPath(slug) }));
    const input = {
      categories: writeHeader(lines).split("\n").filter(Boolean),
      header: writeHeader(navigation.header ?? []),
      footer: writeFooter(navigation.footer ?? []),
      seen: versionOf(navigation),
      missing: [...new Set(missing.flat())],
    };
    return render(contentFormView, navigationPage(deskOf(req, res), input, shown));
  };
  const navigation: RequestHandler = async (req, res) => sendPage(res, await drawNavigation(req, res));
  const savingNavigation: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.saveNavigation, req);
    const again = (refusal: Refusal) => drawNavigation(req, res, refusal);
    if (!body.ok) return await answerForm(req, res, body, staffNavigationPath, again);
    const [header, footer] = [readHeader(body.value.header), readFooter(body.value.footer)];
    if (!header.ok || !footer.ok) {
      const wrong = [
        ...(header.ok ? [] : [{ field: "header", message: header.error }]),
        ...(footer.ok ? [] : [{ field: "footer", message: footer.error }]),
      ];
      return await answerForm(req, res, invalidFields(wrong), staffNavigationPath, again);
    }
    const fields = {
      header: header.value.length > 0 ? header.value : null,
      footer: footer.value.length > 0 ? footer.value : null,
    };
    const form = { kind: navigationKind, id: only, seen: body.value.seen, fields };
    await saveForm(shop, req, res, { ...form, next: `${staffNavigationPath}?notice=saved`, draw: again });
  };

  const drawSettings = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const settings = (await readRecord(db, settingsKind, only)) ?? noSettings;
    const kept = keptFields(req);
    const shown = {
      notice: kept && !refusal ? notSavedYet : noticeOf(req),
      refusal,
      // A logo is uploaded and removed by forms of their own.
      typed: kept ?? (refusal && req.typed?.scheme === undefined ? req.typed : undefined),
      history: await historyOf(shop, req, settingsKind, only),
    };
    return render(contentFormView, settingsPage(deskOf(req, res), { settings, unset: shop.settings.unset }, shown));
  };
  const settings: RequestHandler = async (req, res) => sendPage(res, await drawSettings(req, res));
  const savingSettings: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.saveSettings, req);
    const again = (refusal: Refusal) => drawSettings(req, res, refusal);
    if (!body.ok) return await answerForm(req, res, body, staffSettingsPath, again);
    const { seen, ...typed } = body.value;
    const tidied = Object.fromEntries(
      Object.entries(typed).map(([name, value]) => [name, readLines(value)]),
    ) as Partial<ShopSettings>;
    const colours = { accentLight: typed.accentLight.trim().toLowerCase(), accentDark: typed.accentDark.trim().toLowerCase() };
    const form = { kind: settingsKind, id: only, seen, fields: { ...tidied, ...colours } };
    await saveForm(shop, req, res, { ...form, next: `${staffSettingsPath}?notice=saved`, draw: again });
  };

  const schemeOf = ({ typed }: Request): LogoScheme => (typed.scheme === "dark" ? "dark" : "light");
  const uploadingLogo: RequestHandler = async (req, res) => {
    const files = req.staleToken ?? filesOf(req);
    const [file] = files.ok ? files.value : [];
    const set: Outcome<unknown> = files.ok && file ? await setLogo(shop, file, schemeOf(req), auditSourceOf(req)) : files;
    await answerBeside(req, res, set, `${staffSettingsPath}?notice=saved`, (refusal) => drawSettings(req, res, refusal));
  };
  const removingLogo: RequestHandler = async (req, res) => {
    const body = readBody(contentStaffCalls.removeLogo, req);
    const again = (refusal?: Refusal) => drawSettings(req, res, refusal);
    if (!body.ok) return await answerForm(req, res, body, staffSettingsPath, again);
    const fields = logoFields(body.value.scheme, noLogo);
    const form = { id: only, seen: body.value.seen, fields };
    const removed = await saveRecord(db, settingsKind, form, auditSourceOf(req), now());
    await answerBeside(req, res, removed, `${staffSettingsPath}?notice=saved`, again);
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
