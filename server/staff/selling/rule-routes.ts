import type { Request, RequestHandler, Response } from "express";
import { movedIn } from "../../catalog/rules/category-order.ts";
import { newId } from "../../ids.ts";
import { notFound, type Outcome, type Refusal, refuse } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { answerForm, removeSent, saveSent } from "../content/content-form-routes.ts";
import { staffContext } from "../context.ts";
import type { ResentForm } from "../forms/field-view.ts";
import { type RuleKind, staffNewRulePath, staffRulePath, staffRulesPath } from "../paths.ts";
import { historyOf } from "../records/history-routes.ts";
import { createRecord, readRecord, saveRecord, versionOf } from "../records/records.ts";
import { removedHistoryOf } from "../records/removed-record.ts";
import type { RecordFields } from "../records/rules/record-changes.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { giftScreens } from "./gift-screens.ts";
import { meansScreens } from "./means-screens.ts";
import { batchRoutes } from "./promo-batch-routes.ts";
import { promoScreens } from "./promo-screens.ts";
import { ruleCalls } from "./rule-calls.ts";
import { mayWriteRules, rulePage, rulesPage, rulesView, ruleView } from "./rule-pages.ts";
import type { RuleRow, RuleScreens } from "./screens.ts";
import { methodScreens, zoneScreens } from "./shipping-screens.ts";
import { taxScreens } from "./tax-screens.ts";

type RecordRequest = Request<{ id: string }>;
type KindCalls = {
  create: (typeof ruleCalls)["createPromo" | "createZone" | "createShippingMethod" | "createTax" | "createGift" | "createMeans"];
  save: (typeof ruleCalls)["savePromo" | "saveZone" | "saveShippingMethod" | "saveTax" | "saveGift" | "saveMeans"];
  remove: (typeof ruleCalls)["deletePromo" | "removeZone" | "removeShippingMethod" | "removeTax" | "removeGift" | "removeMeans"];
};

/** Routes of the selling rules: each kind's list, its forms, and their calls. */
export function ruleRoutes(shop: Shop, parts: StaffParts): Routes {
  const { createPromo, savePromo, deletePromo, createZone, saveZone, removeZone, createTax, saveTax, removeTax } = ruleCalls;
  const { createShippingMethod, saveShippingMethod, removeShippingMethod, createGift, saveGift, removeGift } = ruleCalls;
  const { createMeans, saveMeans, removeMeans } = ruleCalls;
  const methods = { create: createShippingMethod, save: saveShippingMethod, remove: removeShippingMethod };
  return routes(
    kindRoutes(shop, parts, "promos", promoScreens, { create: createPromo, save: savePromo, remove: deletePromo }),
    kindRoutes(shop, parts, "zones", zoneScreens, { create: createZone, save: saveZone, remove: removeZone }),
    kindRoutes(shop, parts, "methods", methodScreens, methods),
    kindRoutes(shop, parts, "taxes", taxScreens, { create: createTax, save: saveTax, remove: removeTax }),
    kindRoutes(shop, parts, "gifts", giftScreens, { create: createGift, save: saveGift, remove: removeGift }),
    kindRoutes(shop, parts, "means", meansScreens, { create: createMeans, save: saveMeans, remove: removeMeans }),
  );
}

function kindRoutes<Fields extends RecordFields>(
  shop: Shop,
  parts: StaffParts,
  slug: RuleKind,
  screens: RuleScreens<Fields>,
  calls: KindCalls,
): Routes {
  const { render, db, now } = shop;
  const { kind, form, newId: newIdForm, title, one, intro, heads = [], rows: listRows, order } = screens;

  const orderOf = async (req: Request) => {
    const saved = order && (await readRecord(db, order.kind, order.id));
    if (!order || !saved) return undefined;
    const history = await historyOf(shop, req, order.kind, order.id, saved);
    return { action: order.action, seen: versionOf(saved), isByPrice: saved.order.length === 0, history };
  };
  const renderList = async (rows: RuleRow[], req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const ordered = await orderOf(req);
    const result = screens.result && (await screens.result(shop));
    const intros = [intro, ordered?.isByPrice ? order?.byPrice : order?.byOwner, result].filter((text) => text !== undefined);
    const removed = await removedHistoryOf(shop, req, kind);
    const input = { kind: slug, title, one, intros, heads, rows, removed, order: ordered };
    return render(rulesView, rulesPage(staffContext(req, res), input, { notice: req.query.notice, refusal }));
  };
  const list =
    (rowsOf: NonNullable<typeof listRows>): RequestHandler =>
    async (req, res) =>
      sendPage(res, await renderList(await rowsOf(shop), req, res));
  /** Moves one of the records that the list shows now, or makes the list ordered by price again. */
  const ordering =
    (rowsOf: NonNullable<typeof listRows>, { kind: orderKind, id }: NonNullable<typeof order>): RequestHandler =>
    async (req, res) => {
      const body = readBody(ruleCalls.orderShippingMethods, req);
      const rows = await rowsOf(shop);
      const next = `${staffRulesPath(slug)}?notice=ordered`;
      const rerender = (refusal: Refusal) => renderList(rows, req, res, refusal);
      if (!body.ok) return await answerForm(req, res, body, next, rerender);
      const { seen, direction, id: moved } = body.value;
      const ids = rows.map((row) => row.id);
      const fields = { order: direction === "price" ? [] : movedIn(ids, moved, direction) };
      const name = rows.find((row) => row.id === moved)?.cells[0] ?? "";
      const action = direction === "price" ? "offered by price" : `${name} moved ${direction}`;
      const saved = await saveRecord(db, orderKind, { id, seen, fields, action }, auditSourceOf(req), now());
      const outcome = !saved.ok && saved.code === "changed" ? orderChanged : saved;
      await answerForm(req, res, outcome, next, rerender);
    };

  const renderNew = async (req: Request, res: Response, refusal?: Refusal) => {
    const input = {
      kind: slug,
      one,
      name: `New ${one}`,
      id: undefined,
      newId: newId(),
      seen: "",
      facts: [],
      history: [],
      fields: [...((await newIdForm?.form.views(shop)) ?? []), ...(await form.views(shop))],
    };
    return render(ruleView, rulePage(staffContext(req, res), input, { refusal, typed: req.typed }));
  };
  const screenNew: RequestHandler = async (req, res) => sendPage(res, await renderNew(req, res));

  const renderPage = async (req: RecordRequest, res: Response, refusal?: Refusal, sentBatch: ResentForm = {}) => {
    const { id } = req.params;
    const stored = await readRecord(db, kind, id);
    if (!stored) throw new RefusedPage(notFound);
    const input = {
      kind: slug,
      one,
      name: kind.name(stored, id),
      id,
      newId: "",
      seen: versionOf(stored),
      fields: await form.views(shop, stored),
      facts: (await screens.facts?.(shop, id)) ?? [],
      batches: await screens.batches?.(shop, id, mayWriteRules(staffContext(req, res)), sentBatch),
      history: await historyOf(shop, req, kind, id, stored),
    };
    const result = { notice: req.query.notice, refusal, typed: req.typed };
    return render(ruleView, rulePage(staffContext(req, res), input, result));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPage(req, res));

  const creating: RequestHandler = async (req, res) => {
    const body = readBody(calls.create, req);
    const fields = body.ok ? await form.read(body.value, shop) : body;
    const sentId = body.ok ? readLines(body.value[newIdForm?.field ?? "id"]) : "";
    const id = /^[\w-]{1,64}$/.test(sentId) ? sentId : newId();
    const created: Outcome<unknown> = fields.ok
      ? await createRecord(db, kind, { id, fields: fields.value }, auditSourceOf(req), now())
      : fields;
    await answerForm(req, res, created, `${staffRulePath(slug, id)}?notice=created`, (refusal) => renderNew(req, res, refusal));
  };
  const saving: RequestHandler<{ id: string }> = (req, res) => {
    const { id } = req.params;
    const next = `${staffRulePath(slug, id)}?notice=saved`;
    return saveSent(shop, req, res, {
      call: calls.save,
      kind,
      form,
      id,
      next,
      renderPage: (refusal) => renderPage(req, res, refusal),
    });
  };
  const removing: RequestHandler<{ id: string }> = (req, res) =>
    removeSent(shop, req, res, {
      call: calls.remove,
      kind,
      id: req.params.id,
      list: staffRulesPath(slug),
      renderPage: (refusal) => renderPage(req, res, refusal),
    });

  const reading = staffScreen(parts, "rules:read");
  const writing = staffScreen(parts, kind.needs);
  const guard = staffCall(parts, { needs: kind.needs });
  return routes(
    ...(listRows ? [screenRoute(staffRulesPath(slug), reading, list(listRows))] : []),
    ...(listRows && order ? [callRoute(ruleCalls.orderShippingMethods, guard, ordering(listRows, order))] : []),
    // This route comes before the record's route, whose id parameter would match its path.
    screenRoute(staffNewRulePath(slug), writing, screenNew),
    callRoute(calls.create, guard, creating),
    screenRoute(staffRulePath(slug, ":id"), reading, screen),
    callRoute(calls.save, guard, saving),
    callRoute(calls.remove, guard, removing),
    screens.batches ? batchRoutes(shop, parts, (req, res, sent) => renderPage(req, res, undefined, sent)) : routes(),
  );
}

const orderChanged = refuse("changed", "The order was changed meanwhile. This is it now: move it again.");
