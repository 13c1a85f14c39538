import type { Request, RequestHandler, Response } from "express";
import { movedIn } from "../../catalog/rules/category-order.ts";
import { newId } from "../../ids.ts";
import { notFound, type Outcome, type Refusal, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { ruleCalls } from "../calls/rules.ts";
import { rulePage, rulesPage, rulesView, ruleView } from "../pages/rules.ts";
import { type RuleKind, staffNewRulePath, staffRulePath, staffRulesPath } from "../paths.ts";
import { createRecord, readRecord, removeRecord, saveRecord, versionOf } from "../records.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../require-staff.ts";
import { type RecordFields, withoutTheirs } from "../rules/record-changes.ts";
import { giftScreens } from "../selling/gift-screens.ts";
import { promoScreens } from "../selling/promo-screens.ts";
import type { RuleScreens } from "../selling/screens.ts";
import { methodScreens, zoneScreens } from "../selling/shipping-screens.ts";
import { taxScreens } from "../selling/tax-screens.ts";
import { drawConflict } from "./conflict.ts";
import { deskOf } from "./desk.ts";
import { historyOf } from "./record-history.ts";
import { pathAfterRemoval, removedHistoryOf } from "./removed-record.ts";

type ListedRule = { id: string; cells: string[]; isOff: boolean };
type RecordRequest = Request<{ id: string }>;
type KindCalls = {
  create: (typeof ruleCalls)["createPromo" | "createZone" | "createShippingMethod" | "createTax" | "createGift"];
  save: (typeof ruleCalls)["savePromo" | "saveZone" | "saveShippingMethod" | "saveTax" | "saveGift"];
  remove: (typeof ruleCalls)["deletePromo" | "removeZone" | "removeShippingMethod" | "removeTax" | "removeGift"];
};

/** Routes of the selling rules: each kind's list, its forms, and their calls. */
export function ruleRoutes(shop: Shop, parts: StaffParts): Routes {
  const { createPromo, savePromo, deletePromo, createZone, saveZone, removeZone, createTax, saveTax, removeTax } = ruleCalls;
  const { createShippingMethod, saveShippingMethod, removeShippingMethod, createGift, saveGift, removeGift } = ruleCalls;
  const methods = { create: createShippingMethod, save: saveShippingMethod, remove: removeShippingMethod };
  return routes(
    kindRoutes(shop, parts, "promos", promoScreens, { create: createPromo, save: savePromo, remove: deletePromo }),
    kindRoutes(shop, parts, "zones", zoneScreens, { create: createZone, save: saveZone, remove: removeZone }),
    kindRoutes(shop, parts, "methods", methodScreens, methods),
    kindRoutes(shop, parts, "taxes", taxScreens, { create: createTax, save: saveTax, remove: removeTax }),
    kindRoutes(shop, parts, "gifts", giftScreens, { create: createGift, save: saveGift, remove: removeGift }),
  );
}

function kindRoutes<Fields extends RecordFields>(
  { render, db, now, dates }: Shop,
  parts: StaffParts,
  slug: RuleKind,
  screens: RuleScreens<Fields>,
  calls: KindCalls,
): Routes {
  const { kind, title, one, intro, heads = [], rows: listRows, order } = screens;
  const context = () => ({ db, dates, now: now() });

  const orderOf = async (req: Request) => {
    const saved = order && (await readRecord(db, order.kind, order.id));
    if (!order || !saved) return undefined;
    const history = await historyOf({ db, dates }, req, order.kind, order.id, saved);
    return { action: order.action, seen: versionOf(saved), isByPrice: saved.order.length === 0, history };
  };
  const drawList = async (rows: ListedRule[], req: Request, res: Response, refusal?: Refusal): Promise<string> => {
    const ordered = await orderOf(req);
    const result = screens.result && (await screens.result(context()));
    const intros = [intro, ordered?.isByPrice ? order?.byPrice : order?.byOwner, result].filter((text) => text !== undefined);
    const removed = await removedHistoryOf({ db, dates }, req, kind);
    const input = { ...{ kind: slug, title, one, intros, heads, rows, removed }, order: ordered };
    return render(rulesView, rulesPage(deskOf(req, res), input, { notice: req.query.notice, refusal }));
  };
  const list =
    (rowsOf: NonNullable<typeof listRows>): RequestHandler =>
    async (req, res) =>
      sendPage(res, await drawList(await rowsOf(context()), req, res));
  /** Moves one of the records that the list shows now, or orders them by price again. */
  const ordering =
    (rowsOf: NonNullable<typeof listRows>, { kind: orderKind, id }: NonNullable<typeof order>): RequestHandler =>
    async (req, res) => {
      const body = readBody(ruleCalls.orderShippingMethods, req);
      const rows = await rowsOf(context());
      const next = `${staffRulesPath(slug)}?notice=ordered`;
      const rerender = (refusal: Refusal) => drawList(rows, req, res, refusal);
      if (!body.ok) return await respond(req, res, body, { next, rerender, data: () => ({}) });
      const { seen, direction, id: moved } = body.value;
      const shown = rows.map((row) => row.id);
      const fields = { order: direction === "price" ? [] : movedIn(shown, moved, direction) };
      const name = rows.find((row) => row.id === moved)?.cells[0] ?? "";
      const action = direction === "price" ? "offered by price" : `${name} moved ${direction}`;
      const saved = await saveRecord(db, orderKind, { id, seen, fields, action }, auditSourceOf(req), now());
      const outcome = !saved.ok && saved.code === "changed" ? orderChanged : saved;
      await respond(req, res, outcome, { next, rerender, data: () => ({}) });
    };

  const drawNew = async (req: Request, res: Response, refusal?: Refusal) => {
    const input = {
      ...{ kind: slug, one, name: `New ${one}`, id: undefined, newId: newId(), seen: "", facts: [], history: [] },
      parts: await screens.parts(context(), screens.blank, true),
    };
    return render(ruleView, rulePage(deskOf(req, res), input, { refusal, typed: req.typed }));
  };
  const screenNew: RequestHandler = async (req, res) => sendPage(res, await drawNew(req, res));

  const storedOf = async ({ params }: RecordRequest): Promise<Fields> => {
    const stored = await readRecord(db, kind, params.id);
    if (!stored) throw new RefusedPage(notFound);
    return stored;
  };
  const draw = async (req: RecordRequest, res: Response, refusal?: Refusal) => {
    const { id } = req.params;
    const stored = await storedOf(req);
    const input = {
      ...{ kind: slug, one, name: kind.name(stored, id), id, newId: "", seen: versionOf(stored) },
      parts: await screens.parts(context(), stored, false),
      facts: (await screens.facts?.(context(), id)) ?? [],
      history: await historyOf({ db, dates }, req as Request, kind, id, stored),
    };
    const shown = { notice: req.query.notice, refusal, typed: req.typed };
    return render(ruleView, rulePage(deskOf(req, res), input, shown));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await draw(req, res));

  const creating: RequestHandler = async (req, res) => {
    const body = readBody(calls.create, req);
    const fields = body.ok ? await screens.fieldsTyped(context(), body.value, undefined) : body;
    const typedId = body.ok ? (screens.idTyped?.(body.value) ?? body.value.id) : "";
    const id = /^[\w-]{1,64}$/.test(typedId) ? typedId : newId();
    const created: Outcome<unknown> = fields.ok
      ? await createRecord(db, kind, { id, fields: fields.value }, auditSourceOf(req), now())
      : fields;
    await respond(req, res, created, {
      next: `${staffRulePath(slug, id)}?notice=created`,
      rerender: (refusal) => drawNew(req, res, refusal),
      data: () => ({}),
    });
  };
  const saving: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const next = `${staffRulePath(slug, id)}?notice=saved`;
    const body = readBody(calls.save, req);
    const fields = body.ok ? await screens.fieldsTyped(context(), body.value, await storedOf(req)) : body;
    if (!body.ok || !fields.ok)
      return await respond(req, res, fields, { next, rerender: (refusal) => draw(req, res, refusal), data: () => ({}) });
    const form = { id, seen: body.value.seen, fields: withoutTheirs<Fields>(fields.value, req.typed ?? {}) };
    const saved = await saveRecord(db, kind, form, auditSourceOf(req), now());
    await respond(req, res, saved, {
      next,
      rerender: (refusal) =>
        refusal.code === "changed" ? drawConflict({ db, dates, render }, req, res, { kind, ...form }) : draw(req, res, refusal),
      data: () => ({}),
    });
  };
  const removing: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(calls.remove, req);
    const wanted = { id: req.params.id, seen: body.ok ? body.value.seen : "" };
    const removed = body.ok ? await removeRecord(db, kind, wanted, auditSourceOf(req), now()) : body;
    await respond(req, res, removed, {
      next: pathAfterRemoval(staffRulesPath(slug), kind, wanted.id),
      rerender: (refusal) => draw(req, res, refusal),
      data: () => ({}),
    });
  };

  const reading = staffScreen(parts, "rules:read");
  const writing = staffScreen(parts, kind.needs);
  const guard = staffCall(parts, { needs: kind.needs });
  return routes(
    ...(listRows ? [screenRoute(staffRulesPath(slug), reading, list(listRows))] : []),
    ...(listRows && order ? [callRoute(ruleCalls.orderShippingMethods, guard, ordering(listRows, order))] : []),
    // This comes before the record, whose id parameter would match its path.
    screenRoute(staffNewRulePath(slug), writing, screenNew),
    callRoute(calls.create, guard, creating),
    screenRoute(staffRulePath(slug, ":id"), reading, screen),
    callRoute(calls.save, guard, saving),
    callRoute(calls.remove, guard, removing),
  );
}

const orderChanged = refuse("changed", "The order was changed meanwhile. This is it now: move it again.");
