import type { Request, RequestHandler, Response } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { productsTyped, referencedProducts } from "../../catalog/references.ts";
import { alsoSoldField, notSoldField, placeOfField, type StateFields } from "../../catalog/rules/state-fields.ts";
import { listStateFields } from "../../catalog/state-records.ts";
import { invalidFields, notFound, type Outcome, ok, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { changeIn, listChanges } from "../audit.ts";
import { ruleCalls } from "../calls/rules.ts";
import { mergedForm } from "../conflicts.ts";
import { staffIn } from "../pages/history.ts";
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
} from "../pages/state-rules.ts";
import { staffStateCategoryPath, staffStatePath, staffStatesPath } from "../paths.ts";
import { findStaffNames } from "../queries/people.ts";
import { type AnyRecordKind, saveRecord, versionOf } from "../records.ts";
import { auditSourceOf, type StaffParts, staffCall, staffOf, staffScreen } from "../require-staff.ts";
import { withoutTheirs } from "../rules/record-changes.ts";
import { type Typed, typedList, typedText } from "../selling/form.ts";
import { blankStates, namedStateKind, stateKind, statePlaces, statesId } from "../selling/state-kind.ts";
import { drawConflict } from "./conflict.ts";
import { deskOf } from "./desk.ts";
import { largeForms } from "./large-forms.ts";

type PlaceRequest = Request<{ id: string }>;
type CategoryRequest = Request<{ slug: string }>;
type Call = (typeof ruleCalls)["saveStates" | "saveState" | "saveStateCategory"];
type Form = { fields: Outcome<Partial<StateFields>>; next: string; draw: (refusal: Refusal) => Promise<string> };

const shownEntries = 30;
const isKnown = (place: string): boolean => statePlaces.some((each) => each.place === place);

/**
 * Routes of the rules on what may not be sold where: the grid, a state's page and a category's,
 * each with a form of its own.
 */
export function stateRuleRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { db, now, dates, render } = shop;

  /** The values of each of the pages; with `place` the history of that place. */
  async function baseOf(req: Request, place?: string) {
    const fields = await listStateFields(db, blankStates);
    const entries = await listChanges(db, { kind: stateKind.kind, id: statesId }, place === undefined ? shownEntries : 100);
    const changes = entries.map(changeIn).flatMap(({ before, after }) => [before, after]);
    const named = await namedStateKind(db, place === undefined ? changes : [...changes, fields]);
    const names = await findStaffNames(db, staffIn(entries.map(({ actor }) => actor)));
    const undo = { kind: named.kind as AnyRecordKind, staff: staffOf(req), names };
    const history = stateHistory(entries, dates, undo, place);
    return { fields, categories: await allCategories(db), seen: versionOf(fields), history };
  }
  const shownOf = (req: Request, refusal: Refusal | undefined) => ({ notice: req.query.notice, refusal, typed: req.typed });
  const viewOf = ({ query }: Request): StateView => stateViews.find(({ view }) => view === query.view)?.view ?? "all";

  const drawGrid = async (req: Request, res: Response, refusal?: Refusal) => {
    const input = { ...(await baseOf(req)), view: viewOf(req) };
    return render(statesView, statesPage(deskOf(req, res), input, shownOf(req, refusal)));
  };
  const drawPlace = async (req: PlaceRequest, res: Response, refusal?: Refusal) => {
    const place = req.params.id;
    if (!isKnown(place)) throw new RefusedPage(notFound);
    const base = await baseOf(req, place);
    const slugs = async (field: string) =>
      (await referencedProducts(db, base.fields[field] ?? [])).map(({ slug }) => slug).join("\n");
    const texts = { notSold: await slugs(notSoldField(place)), alsoSold: await slugs(alsoSoldField(place)) };
    return render(stateView, statePage(deskOf(req, res), { ...base, place, ...texts }, shownOf(req, refusal)));
  };
  const drawCategory = async (req: CategoryRequest, res: Response, refusal?: Refusal) => {
    const base = await baseOf(req);
    const category = base.categories.find(({ slug }) => slug === req.params.slug);
    if (!category) throw new RefusedPage(notFound);
    const input = { ...base, category, exceptions: await exceptionsOf(base.fields, category.id) };
    return render(stateCategoryView, stateCategoryPage(deskOf(req, res), input, shownOf(req, refusal)));
  };
  async function exceptionsOf(fields: StateFields, categoryId: string) {
    const listed = Object.entries(fields).filter(([field]) => field !== placeOfField(field));
    const ids = [...new Set(listed.flatMap(([, each]) => each))];
    const products = new Map<string, string>();
    for (let at = 0; at < ids.length; at += 500)
      for (const product of await referencedProducts(db, ids.slice(at, at + 500)))
        if (product.categoryId === categoryId) products.set(product.id, product.name);
    return listed.flatMap(([field, of]) => {
      const place = placeOfField(field);
      const isSold = field === alsoSoldField(place);
      return of.flatMap((id) => (products.has(id) ? [{ product: products.get(id) ?? "", place, isSold }] : []));
    });
  }

  const gridTyped = async (typed: Typed): Promise<Outcome<Partial<StateFields>>> =>
    ok(
      Object.fromEntries(
        typedList(typed, "shown")
          .filter(isKnown)
          .map((place) => [place, typedList(typed, place).sort()]),
      ),
    );

  async function placeTyped(place: string, typed: Typed): Promise<Outcome<Partial<StateFields>>> {
    const [not, also] = [
      await productsTyped(db, typedText(typed, "notSold")),
      await productsTyped(db, typedText(typed, "alsoSold")),
    ];
    const unknown = (field: string, slugs: readonly string[]) =>
      slugs.length === 0 ? [] : [{ field, message: `There is no product ${slugs.slice(0, 5).join(", ")}.` }];
    const errors = [...unknown("notSold", not.unknown), ...unknown("alsoSold", also.unknown)];
    if (errors.length > 0) return invalidFields(errors);
    const all = (await allCategories(db)).map(({ id }) => id);
    const ofRow = { all, none: [] }[typedText(typed, "row")];
    const ids = (products: readonly { id: string }[]) => products.map(({ id }) => id).sort();
    return ok({
      [place]: [...(ofRow ?? typedList(typed, "categories"))].sort(),
      [notSoldField(place)]: ids(not.products),
      [alsoSoldField(place)]: ids(also.products),
    });
  }

  /** The typed fields of one category; the other categories stay unchanged. */
  async function categoryTyped(slug: string, typed: Typed): Promise<Outcome<Partial<StateFields>>> {
    const category = (await allCategories(db)).find((each) => each.slug === slug);
    if (!category) return notFound;
    const saved = await listStateFields(db, blankStates);
    const all = statePlaces.map(({ place }) => place);
    const ticked = { all, none: [] }[typedText(typed, "column")] ?? typedList(typed, "places");
    return ok(
      Object.fromEntries(
        all.map((place) => {
          const others = (saved[place] ?? []).filter((id) => id !== category.id);
          return [place, (ticked.includes(place) ? [...others, category.id] : others).sort()];
        }),
      ),
    );
  }

  async function save<Params>(
    req: Request<Params>,
    res: Response,
    call: Call,
    formOf: (typed: Typed) => Promise<Outcome<Partial<StateFields>>>,
    { next, draw }: Pick<Form, "next" | "draw">,
  ): Promise<void> {
    const request = req as unknown as Request;
    const body = readBody(call, request);
    const fields = body.ok ? await formOf(body.value) : body;
    if (!body.ok || !fields.ok) return await respond<unknown>(request, res, fields, { next, rerender: draw, data: () => ({}) });
    const typed = { id: statesId, seen: body.value.seen, fields: withoutTheirs<StateFields>(fields.value, request.typed ?? {}) };
    const form = await mergedForm(db, stateKind, typed);
    const saved: Outcome<unknown> = await saveRecord(db, stateKind, form, auditSourceOf(request), now());
    const drawn = async (refusal: Refusal) => {
      if (refusal.code !== "changed") return await draw(fieldsNamed(refusal));
      const { kind } = await namedStateKind(db, [form.fields, await listStateFields(db, blankStates)]);
      return await drawConflict(shop, request, res, { kind, ...form });
    };
    await respond(request, res, saved, { next, rerender: drawn, data: () => ({}) });
  }

  const withNotice = (address: string) => `${address}${address.includes("?") ? "&" : "?"}notice=saved`;
  const savingGrid: RequestHandler = (req, res) =>
    save(req, res, ruleCalls.saveStates, gridTyped, {
      next: withNotice(statesAddress(viewOf(req))),
      draw: (refusal) => drawGrid(req, res, refusal),
    });
  const savingPlace: RequestHandler<{ id: string }> = async (req, res) => {
    const place = req.params.id;
    if (!isKnown(place)) throw new RefusedPage(notFound);
    await save(req, res, ruleCalls.saveState, (typed) => placeTyped(place, typed), {
      next: withNotice(staffStatePath(place)),
      draw: (refusal) => drawPlace(req, res, refusal),
    });
  };
  const savingCategory: RequestHandler<{ slug: string }> = (req, res) =>
    save(req, res, ruleCalls.saveStateCategory, (typed) => categoryTyped(req.params.slug, typed), {
      next: withNotice(staffStateCategoryPath(req.params.slug)),
      draw: (refusal) => drawCategory(req, res, refusal),
    });

  const reading = staffScreen(parts, "rules:read");
  const guard = staffCall(parts, { needs: stateKind.needs });
  const large = largeForms(parts);
  const grid: RequestHandler = async (req, res) => sendPage(res, await drawGrid(req, res));
  const place: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await drawPlace(req, res));
  const category: RequestHandler<{ slug: string }> = async (req, res) => sendPage(res, await drawCategory(req, res));
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

/** A refusal with its fields named as in a state's form. */
const fieldsNamed = (refusal: Refusal): Refusal => ({
  ...refusal,
  ...(refusal.errors && { errors: refusal.errors.map((error) => ({ ...error, field: formFieldOf(error.field) })) }),
});
function formFieldOf(field: string): string {
  const place = placeOfField(field);
  if (field === notSoldField(place)) return "notSold";
  return field === alsoSoldField(place) ? "alsoSold" : "categories";
}
