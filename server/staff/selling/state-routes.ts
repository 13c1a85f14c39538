import type { Request, RequestHandler, Response } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { referencedProducts } from "../../catalog/references.ts";
import { alsoSoldField, notSoldField, placeOfField, type StateFields } from "../../catalog/rules/state-fields.ts";
import { listStateFields } from "../../catalog/state-records.ts";
import { notFound, type Outcome, ok, type Refusal } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { type FormBody, readList } from "../forms/body.ts";
import { largeForms } from "../large-forms.ts";
import { staffStateCategoryPath, staffStatePath, staffStatesPath } from "../paths.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { changeIn, listChanges } from "../records/audit.ts";
import { renderConflict } from "../records/conflict-routes.ts";
import { mergedForm } from "../records/conflicts.ts";
import { staffIn } from "../records/history-page.ts";
import { saveRecord, versionOf } from "../records/records.ts";
import { withoutTheirs } from "../records/rules/record-changes.ts";
import { auditSourceOf, type StaffParts, staffCall, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { ruleCalls } from "./rule-calls.ts";
import { stateForm } from "./state-form.ts";
import { blankStates, namedStateKind, stateKind, statePlaces, statesId } from "./state-kind.ts";
import {
  type StateView,
  stateCategoryPage,
  stateCategoryView,
  stateHistory,
  statePage,
  statesAddress,
  statesPage,
  statesView,
  stateView,
  stateViews,
} from "./state-pages.ts";

type PlaceRequest = Request<{ id: string }>;
type CategoryRequest = Request<{ slug: string }>;
type Call = (typeof ruleCalls)["saveStates" | "saveState" | "saveStateCategory"];
type Form = { fields: Outcome<Partial<StateFields>>; next: string; renderPage: (refusal: Refusal) => Promise<string> };

const shownEntries = 30;
const isKnown = (place: string): boolean => statePlaces.some((each) => each.place === place);

/**
 * Routes of the rules on products that may not be sold in some places: the grid, the page of a
 * state, and the page of a category, each with its own form.
 */
export function stateRuleRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, now, dates, render } = shop;

  /** The values that all of the pages need; with `place`, the history is only of that place. */
  async function baseOf(req: Request, place?: string) {
    const fields = await listStateFields(db, blankStates);
    const entries = await listChanges(db, { kind: stateKind.kind, id: statesId }, place === undefined ? shownEntries : 100);
    const changes = entries.map(changeIn).flatMap(({ before, after }) => [before, after]);
    const named = await namedStateKind(db, place === undefined ? changes : [...changes, fields]);
    const names = await findStaffNames(db, staffIn(entries.map(({ actor }) => actor)));
    const undo = { kind: named.kind, staff: staffOf(req), names };
    const history = stateHistory(entries, dates, undo, place);
    return { fields, categories: await allCategories(db), seen: versionOf(fields), history };
  }
  const resultOf = (req: Request, refusal: Refusal | undefined) => ({ notice: req.query.notice, refusal, typed: req.typed });
  const viewOf = ({ query }: Request): StateView => stateViews.find(({ view }) => view === query.view)?.view ?? "all";

  const renderGrid = async (req: Request, res: Response, refusal?: Refusal) => {
    const input = { ...(await baseOf(req)), view: viewOf(req) };
    return render(statesView, statesPage(staffContext(req, res), input, resultOf(req, refusal)));
  };
  const renderPlace = async (req: PlaceRequest, res: Response, refusal?: Refusal) => {
    const place = req.params.id;
    if (!isKnown(place)) throw new RefusedPage(notFound);
    const base = await baseOf(req, place);
    const idsIn = (field: string) => [...(base.fields[field] ?? [])];
    const formFields = await stateForm.views(shop, {
      categories: idsIn(place),
      notSold: idsIn(notSoldField(place)),
      alsoSold: idsIn(alsoSoldField(place)),
    });
    return render(stateView, statePage(staffContext(req, res), { ...base, place, formFields }, resultOf(req, refusal)));
  };
  const renderCategory = async (req: CategoryRequest, res: Response, refusal?: Refusal) => {
    const base = await baseOf(req);
    const category = base.categories.find(({ slug }) => slug === req.params.slug);
    if (!category) throw new RefusedPage(notFound);
    const input = { ...base, category, exceptions: await exceptionsOf(base.fields, category.id) };
    return render(stateCategoryView, stateCategoryPage(staffContext(req, res), input, resultOf(req, refusal)));
  };
  async function exceptionsOf(fields: StateFields, categoryId: string) {
    const exceptions = Object.entries(fields).filter(([field]) => field !== placeOfField(field));
    const ids = [...new Set(exceptions.flatMap(([, each]) => each))];
    const products = new Map<string, string>();
    for (let at = 0; at < ids.length; at += 500)
      for (const product of await referencedProducts(db, ids.slice(at, at + 500)))
        if (product.categoryId === categoryId) products.set(product.id, product.name);
    return exceptions.flatMap(([field, productIds]) => {
      const place = placeOfField(field);
      const isSold = field === alsoSoldField(place);
      return productIds.flatMap((id) => (products.has(id) ? [{ product: products.get(id) ?? "", place, isSold }] : []));
    });
  }

  const readGrid = async (body: FormBody): Promise<Outcome<Partial<StateFields>>> =>
    ok(
      Object.fromEntries(
        readList(body, "shown")
          .filter(isKnown)
          .map((place) => [place, readList(body, place).sort()]),
      ),
    );

  async function readPlace(place: string, body: FormBody): Promise<Outcome<Partial<StateFields>>> {
    const rules = await stateForm.read(body, shop);
    if (!rules.ok) return rules;
    const all = (await allCategories(db)).map(({ id }) => id);
    const rowIds = { all, none: [] }[readLines(body.row)];
    return ok({
      [place]: [...(rowIds ?? rules.value.categories)].sort(),
      [notSoldField(place)]: rules.value.notSold,
      [alsoSoldField(place)]: rules.value.alsoSold,
    });
  }

  /** The typed fields of one category; the other categories stay unchanged. */
  async function readCategory(slug: string, body: FormBody): Promise<Outcome<Partial<StateFields>>> {
    const category = (await allCategories(db)).find((each) => each.slug === slug);
    if (!category) return notFound;
    const saved = await listStateFields(db, blankStates);
    const all = statePlaces.map(({ place }) => place);
    const ticked = { all, none: [] }[readLines(body.column)] ?? readList(body, "places");
    return ok(
      Object.fromEntries(
        all.map((place) => {
          const others = (saved[place] ?? []).filter((id) => id !== category.id);
          return [place, (ticked.includes(place) ? [...others, category.id] : others).sort()];
        }),
      ),
    );
  }

  async function save(
    req: Request,
    res: Response,
    call: Call,
    readForm: (body: FormBody) => Promise<Outcome<Partial<StateFields>>>,
    { next, renderPage }: Pick<Form, "next" | "renderPage">,
  ): Promise<void> {
    const body = readBody(call, req);
    const fields = body.ok ? await readForm(body.value) : body;
    if (!body.ok || !fields.ok) return await respond<unknown>(req, res, fields, { next, rerender: renderPage, data: () => ({}) });
    const change = { id: statesId, seen: body.value.seen, fields: withoutTheirs<StateFields>(fields.value, req.typed ?? {}) };
    const form = await mergedForm(db, stateKind, change);
    const saved: Outcome<unknown> = await saveRecord(db, stateKind, form, auditSourceOf(req), now());
    const rerender = async (refusal: Refusal) => {
      if (refusal.code !== "changed") return await renderPage(fieldsNamed(refusal));
      const { kind } = await namedStateKind(db, [form.fields, await listStateFields(db, blankStates)]);
      return await renderConflict(shop, req, res, { kind, ...form });
    };
    await respond(req, res, saved, { next, rerender, data: () => ({}) });
  }

  const withNotice = (address: string) => `${address}${address.includes("?") ? "&" : "?"}notice=saved`;
  const savingGrid: RequestHandler = (req, res) =>
    save(req, res, ruleCalls.saveStates, readGrid, {
      next: withNotice(statesAddress(viewOf(req))),
      renderPage: (refusal) => renderGrid(req, res, refusal),
    });
  const savingPlace: RequestHandler<{ id: string }> = async (req, res) => {
    const place = req.params.id;
    if (!isKnown(place)) throw new RefusedPage(notFound);
    await save(req, res, ruleCalls.saveState, (body) => readPlace(place, body), {
      next: withNotice(staffStatePath(place)),
      renderPage: (refusal) => renderPlace(req, res, refusal),
    });
  };
  const savingCategory: RequestHandler<{ slug: string }> = (req, res) =>
    save(req, res, ruleCalls.saveStateCategory, (body) => readCategory(req.params.slug, body), {
      next: withNotice(staffStateCategoryPath(req.params.slug)),
      renderPage: (refusal) => renderCategory(req, res, refusal),
    });

  const reading = staffScreen(parts, "rules:read");
  const guard = staffCall(parts, { needs: stateKind.needs });
  const large = largeForms(parts);
  const grid: RequestHandler = async (req, res) => sendPage(res, await renderGrid(req, res));
  const place: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderPlace(req, res));
  const category: RequestHandler<{ slug: string }> = async (req, res) => sendPage(res, await renderCategory(req, res));
  return {
    screens: routes(
      screenRoute(staffStatesPath, reading, grid),
      screenRoute(staffStatePath(":id"), reading, place),
      screenRoute(staffStateCategoryPath(":slug"), reading, category),
      callRoute(ruleCalls.saveState, guard, savingPlace),
    ),
    forms: routes(
      behind(large, callRoute(ruleCalls.saveStates, guard, savingGrid)),
      behind(large, callRoute(ruleCalls.saveStateCategory, guard, savingCategory)),
    ),
  };
}

/** Renames the fields of a refusal to the names in a state's form. */
const fieldsNamed = (refusal: Refusal): Refusal => ({
  ...refusal,
  ...(refusal.errors && { errors: refusal.errors.map((error) => ({ ...error, field: formFieldOf(error.field) })) }),
});
function formFieldOf(field: string): string {
  const place = placeOfField(field);
  if (field === notSoldField(place)) return "notSold";
  return field === alsoSoldField(place) ? "alsoSold" : "categories";
}
