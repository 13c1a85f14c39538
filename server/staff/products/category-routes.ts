import type { Request, RequestHandler, Response } from "express";
import { listCategories } from "../../catalog/category-records.ts";
import { mostOfCategory } from "../../catalog/rules/category-fields.ts";
import { movedIn } from "../../catalog/rules/category-order.ts";
import { newShortId } from "../../ids.ts";
import { notFound, type Outcome, type Refusal, refuse } from "../../outcome.ts";
import { readLine, readText } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { requireFiles } from "../../web/body.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { contentFormView } from "../content/content-form-page.ts";
import {
  answerBeside,
  answerForm,
  contentCall,
  keptFields,
  noticeOf,
  notSavedYet,
  saveForm,
} from "../content/content-form-routes.ts";
import { setCategoryPicture } from "../content/page-pictures.ts";
import { staffContext } from "../context.ts";
import { staffCategoriesPath, staffCategoryPath } from "../paths.ts";
import { historyOf } from "../records/history-routes.ts";
import { createRecord, readRecord, removeRecord, saveRecord } from "../records/records.ts";
import { auditSourceOf, readStaff, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { tokenFirst } from "../token-first.ts";
import { categoryCalls } from "./category-calls.ts";
import { categoryForm } from "./category-form.ts";
import { categoryKind, categoryUses, isLinked, stillUsed } from "./category-kind.ts";
import { allCategoriesId, categoryOrderKind } from "./category-order-kind.ts";
import { categoriesPage, categoryPage, recordListView, rowId } from "./category-pages.ts";
import { filesOf, readPictureFiles } from "./read-pictures.ts";

type CategoryRequest = Request<{ id: string }>;

/** Routes of the categories: their list, and showing, adding, saving and removing one. */
export function categoryRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, now, render, settings } = shop;
  const reading = staffScreen(parts, "products:read");

  const renderList = async (req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const removed = readLine(req.query.removed, 64);
    const history =
      removed === ""
        ? await historyOf(shop, req, categoryOrderKind, allCategoriesId)
        : await historyOf(shop, req, categoryKind, removed);
    const state = { notice: refusal ? undefined : noticeOf(req), refusal, history };
    return render(recordListView, categoriesPage(staffContext(req, res), await listCategories(db), state));
  };
  const list: RequestHandler = async (req, res) => sendPage(res, await renderList(req, res));
  const moving: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(categoryCalls.moveCategory, req);
    const { id } = req.params;
    const rerender = (refusal: Refusal) => renderList(req, res, refusal);
    const [category, saved] = [await readRecord(db, categoryKind, id), await readRecord(db, categoryOrderKind, allCategoriesId)];
    if (!body.ok || !category || !saved)
      return await answerForm(req, res, body.ok ? notFound : body, staffCategoriesPath, rerender);
    const fields = { order: movedIn(saved.order, category.slug, body.value.direction) };
    const form = { id: allCategoriesId, seen: body.value.seen, fields, action: `${category.name} moved ${body.value.direction}` };
    const moved = await saveRecord(db, categoryOrderKind, form, auditSourceOf(req), now());
    const outcome = !moved.ok && moved.code === "changed" ? orderChanged : moved;
    await answerForm(req, res, outcome, `${staffCategoriesPath}?notice=ordered#${rowId(id)}`, rerender);
  };
  const renderPage = async (req: CategoryRequest, res: Response, refusal?: Refusal, typed = req.typed): Promise<string> => {
    const { id } = req.params;
    const category = id === "new" ? undefined : await readRecord(db, categoryKind, id);
    if (id !== "new" && !category) throw new RefusedPage(notFound);
    const all = await listCategories(db);
    const products = all.find((each) => each.id === id)?.products ?? 0;
    const uses = category ? await usesOf(id, category.slug) : [];
    const history = await historyOf(shop, req, categoryKind, id);
    const isUpload = Boolean(req.is("multipart/form-data"));
    const kept = isUpload ? keptFields(req) : undefined;
    const typedHere = isUpload || !refusal ? kept : typed;
    const state = { notice: kept && !refusal ? notSavedYet : noticeOf(req), refusal, typed: typedHere, history };
    const fields = await categoryForm.views(shop, category);
    return render(contentFormView, categoryPage(staffContext(req, res), { id, category, fields, products, uses }, state));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const saving: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(categoryCalls.saveCategory, req);
    const rerender = (refusal: Refusal) => renderPage(req, res, refusal);
    if (!body.ok) return await answerForm(req, res, body, staffCategoriesPath, rerender);
    const { id } = req.params;
    const category = id === "new" ? undefined : await readRecord(db, categoryKind, id);
    const fields = await categoryForm.read(body.value, shop, category);
    if (!fields.ok) return await answerForm(req, res, fields, staffCategoriesPath, rerender);
    if (id !== "new")
      return await saveForm(shop, req, res, {
        kind: categoryKind,
        id,
        seen: body.value.seen,
        fields: fields.value,
        next: `${staffCategoryPath(id)}?notice=saved`,
        renderPage: rerender,
      });
    const newCategoryId = newShortId();
    const added = { id: newCategoryId, fields: fields.value };
    const outcome = await createRecord(db, categoryKind, added, auditSourceOf(req), now());
    await answerForm(req, res, outcome, `${staffCategoryPath(newCategoryId)}?notice=added`, rerender);
  };
  const removing: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(categoryCalls.removeCategory, req);
    const { id } = req.params;
    const form = { id, seen: body.ok ? body.value.seen : "" };
    const removed = !body.ok
      ? body
      : ((await refusalIfUsed(id)) ?? (await removeRecord(db, categoryKind, form, auditSourceOf(req), now())));
    await answerForm(req, res, removed, `${staffCategoriesPath}?notice=removed&removed=${id}`, (refusal) =>
      renderPage(req, res, refusal, {}),
    );
  };
  /**
   * The references to a category, in words. The links of the header and the footer count even if
   * they are the defaults and not the owner's choice; links that are made from the list of
   * categories do not count.
   */
  const usesOf = async (id: string, slug: string): Promise<string[]> => {
    await settings.refresh();
    return [
      ...(await categoryUses(db, id, slug)),
      ...(isLinked(slug, settings.fixedLinks()) ? ["a link in the header or the footer"] : []),
    ];
  };
  const refusalIfUsed = async (id: string): Promise<Refusal | undefined> => {
    const category = await readRecord(db, categoryKind, id);
    const uses = category ? await usesOf(id, category.slug) : [];
    return uses.length > 0 ? stillUsed(uses) : undefined;
  };
  const uploading: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const files = req.staleToken ?? filesOf(req);
    const [file] = files.ok ? files.value : [];
    const picture = { id, alt: readText(req.typed.alt).trim().slice(0, mostOfCategory.alt) };
    const set: Outcome<unknown> = file ? await setCategoryPicture(shop, file, picture, auditSourceOf(req)) : files;
    await answerBeside(req, res, set, `${staffCategoryPath(id)}?notice=saved`, (refusal) => renderPage(req, res, refusal));
  };
  const call = categoryCalls.uploadCategoryPicture;
  const uploads = [readStaff(parts), tokenFirst, staffCall(parts, call), requireFiles, readPictureFiles];
  const forms = routes(behind(uploads, callRoute(call, uploading)));
  const screens = routes(
    screenRoute(staffCategoriesPath, reading, list),
    screenRoute(staffCategoryPath(":id"), reading, screen),
    contentCall(parts, categoryCalls.saveCategory, saving),
    contentCall(parts, categoryCalls.moveCategory, moving),
    contentCall(parts, categoryCalls.removeCategory, removing),
  );
  return { screens, forms };
}

const orderChanged = refuse("changed", "The categories were changed meanwhile. This is their order now: move it again.");
