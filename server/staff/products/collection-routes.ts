import type { Request, RequestHandler, Response } from "express";
import { collectionSizes } from "../../catalog/collections.ts";
import { newShortId } from "../../ids.ts";
import { notFound, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { contentFormView } from "../content/content-form-page.ts";
import { answerForm, contentCall, noticeOf, removeSent, saveSent } from "../content/content-form-routes.ts";
import { staffContext } from "../context.ts";
import { staffCollectionPath, staffCollectionsPath } from "../paths.ts";
import { historyOf } from "../records/history-routes.ts";
import { createRecord, readRecord } from "../records/records.ts";
import { removedHistoryOf } from "../records/removed-record.ts";
import { auditSourceOf, type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { recordListView } from "./category-pages.ts";
import { collectionCalls } from "./collection-calls.ts";
import { collectionForm } from "./collection-form.ts";
import { collectionKind } from "./collection-kind.ts";
import { collectionPage, collectionsPage } from "./collection-pages.ts";

type CollectionRequest = Request<{ id: string }>;

/** Routes of the collections: their list, and showing, adding, saving and removing one. */
export function collectionRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, render } = shop;
  const reading = staffScreen(parts, "products:read");

  const list: RequestHandler = async (req, res) => {
    const history = await removedHistoryOf(shop, req, collectionKind);
    const state = { notice: noticeOf(req), history };
    const page = collectionsPage(staffContext(req, res), await collectionSizes(db, now()), state);
    sendPage(res, render(recordListView, page));
  };
  const renderPage = async (req: CollectionRequest, res: Response, refusal?: Refusal): Promise<string> => {
    const { id } = req.params;
    const collection = id === "new" ? undefined : await readRecord(db, collectionKind, id);
    if (id !== "new" && !collection) throw new RefusedPage(notFound);
    const size = collection ? await sizeOf(id) : 0;
    const history = await historyOf(shop, req, collectionKind, id);
    const state = { notice: noticeOf(req), refusal, typed: refusal ? req.typed : undefined, history };
    const fields = await collectionForm.views(shop, collection);
    return render(contentFormView, collectionPage(staffContext(req, res), { id, collection, fields, size }, state));
  };
  const sizeOf = async (id: string): Promise<number> =>
    (await collectionSizes(db, now())).find((each) => each.id === id)?.size ?? 0;
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const adding: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(collectionCalls.saveCollection, req);
    const fields = body.ok ? await collectionForm.read(body.value, shop) : body;
    const rerender = (refusal: Refusal) => renderPage(req, res, refusal);
    if (!fields.ok) return await answerForm(req, res, fields, staffCollectionsPath, rerender);
    const id = newShortId();
    const added = await createRecord(db, collectionKind, { id, fields: fields.value }, auditSourceOf(req), now());
    await answerForm(req, res, added, `${staffCollectionPath(id)}?notice=added`, rerender);
  };
  const saving: RequestHandler<{ id: string }> = async (req, res, next) => {
    const { id } = req.params;
    if (id === "new") return await adding(req, res, next);
    return await saveSent(shop, req, res, {
      call: collectionCalls.saveCollection,
      kind: collectionKind,
      form: collectionForm,
      id,
      next: `${staffCollectionPath(id)}?notice=saved`,
      renderPage: (refusal) => renderPage(req, res, refusal),
    });
  };
  const removing: RequestHandler<{ id: string }> = (req, res) =>
    removeSent(shop, req, res, {
      call: collectionCalls.removeCollection,
      kind: collectionKind,
      id: req.params.id,
      list: staffCollectionsPath,
      renderPage: (refusal) => renderPage(req, res, refusal),
    });
  return routes(
    screenRoute(staffCollectionsPath, reading, list),
    screenRoute(staffCollectionPath(":id"), reading, screen),
    contentCall(parts, collectionCalls.saveCollection, saving),
    contentCall(parts, collectionCalls.removeCollection, removing),
  );
}
