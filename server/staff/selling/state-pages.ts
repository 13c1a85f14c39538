import { alsoSoldField, notSoldField, placeOfField, type StateFields } from "../../catalog/rules/state-fields.ts";
import type { Dates } from "../../dates.ts";
import type { Row } from "../../db/tables.ts";
import { view } from "../../web/view.ts";
import { readList } from "../forms/body.ts";
import { type FieldView, type ResentForm, resentFields } from "../forms/field-view.ts";
import type { StaffContext } from "../frame.ts";
import { staffStateCategoryPath, staffStatePath, staffStatesPath } from "../paths.ts";
import { changeIn } from "../records/audit.ts";
import { auditHistory, type HistoryEntry, type UndoInput } from "../records/history-page.ts";
import { mayWriteRules, noticeOf, rulesFrame } from "./rule-pages.ts";
import { stateName, statePlaces } from "./state-kind.ts";

type Category = { id: string; slug: string; name: string };
type StateFormView = ResentForm & { notice?: unknown };
type Base = { fields: StateFields; categories: readonly Category[]; seen: string; history: readonly HistoryEntry[] };

/** The views of the grid; any other name shows all rows. */
export const stateViews = [
  { view: "all", name: "All" },
  { view: "set", name: "With rules" },
  { view: "us", name: "United States" },
  { view: "ca", name: "Canada" },
] as const;
export type StateView = (typeof stateViews)[number]["view"];

export const statesAddress = (view: StateView): string => (view === "all" ? staffStatesPath : `${staffStatesPath}?view=${view}`);

const valuesOf = (fields: StateFields, field: string): readonly string[] => fields[field] ?? [];

function isShown(view: StateView, fields: StateFields, { place, country }: (typeof statePlaces)[number]): boolean {
  if (view === "set")
    return [place, notSoldField(place), alsoSoldField(place)].some((field) => valuesOf(fields, field).length > 0);
  return view === "all" || country.toLowerCase() === view;
}

/** The counts of products in words, such as `2 not sold, 1 sold`. */
function productsText(fields: StateFields, place: string): string {
  const [not, also] = [valuesOf(fields, notSoldField(place)).length, valuesOf(fields, alsoSoldField(place)).length];
  return [not > 0 && `${not} not sold`, also > 0 && `${also} sold`].filter(Boolean).join(", ") || "–";
}

const formOf = (context: StaffContext, { seen, history }: Base, { notice, refusal }: StateFormView) => ({
  token: context.token,
  mayWrite: mayWriteRules(context),
  seen,
  history,
  notice: noticeOf(notice),
  formError: refusal?.errors ? refusal.errors.map(({ message }) => message).join(" ") : refusal?.error,
});

/**
 * States by categories, with a box for each cell: a ticked category may not be sold in the state.
 */
export const statesPage = (context: StaffContext, input: Base & { view: StateView }, result: StateFormView) => {
  const { fields, categories, view } = input;
  const typed = result.refusal && result.typed;
  const isTicked = (place: string, id: string) => (typed ? readList(typed, place) : valuesOf(fields, place)).includes(id);
  return {
    ...rulesFrame(context, "Where products are sold", staffStatesPath),
    ...formOf(context, input, result),
    action: statesAddress(view),
    filters: stateViews.map(({ view: each, name }) => ({ name, href: statesAddress(each), current: each === view })),
    categories: categories.map(({ slug, name }) => ({ name, href: staffStateCategoryPath(slug) })),
    rows: statePlaces
      .filter((place) => isShown(view, fields, place))
      .map(({ place, name }) => ({
        place,
        name,
        href: staffStatePath(place),
        cells: categories.map((category) => ({
          id: category.id,
          place,
          head: category.name,
          label: `${category.name} not sold in ${name}`,
          checked: isTicked(place, category.id),
        })),
        products: productsText(fields, place),
      })),
  };
};
type StatesPage = ReturnType<typeof statesPage>;
export const statesView = view<StatesPage>("staff/states");

type PlaceInput = Base & { place: string; formFields: readonly FieldView[] };

/** The categories and single products that may not be sold in one place. */
export const statePage = (context: StaffContext, input: PlaceInput, result: StateFormView) => {
  const { place, formFields } = input;
  const { refusal, typed } = result;
  return {
    ...rulesFrame(context, stateName(place), staffStatesPath),
    ...formOf(context, input, { ...result, refusal: refusal?.errors ? undefined : refusal }),
    all: staffStatesPath,
    heading: stateName(place),
    action: staffStatePath(place),
    errors: refusal?.errors ?? [],
    fields: resentFields(formFields, { refusal, typed: refusal && typed }),
  };
};
type StatePage = ReturnType<typeof statePage>;
export const stateView = view<StatePage>("staff/state");

type Exception = { product: string; place: string; isSold: boolean };
type CategoryInput = Base & { category: Category; exceptions: readonly Exception[] };

/** The places where one category may not be sold, and its single products with other rules. */
export const stateCategoryPage = (context: StaffContext, input: CategoryInput, result: StateFormView) => {
  const { fields, category, exceptions } = input;
  const typed = result.refusal && result.typed;
  const ticked = typed ? readList(typed, "places") : undefined;
  const isTicked = (place: string) => ticked?.includes(place) ?? valuesOf(fields, place).includes(category.id);
  return {
    ...rulesFrame(context, category.name, staffStatesPath),
    ...formOf(context, input, result),
    all: staffStatesPath,
    heading: category.name,
    action: staffStateCategoryPath(category.slug),
    countries: [
      { name: "United States", code: "US" },
      { name: "Canada", code: "CA" },
    ].map(({ name, code }) => ({
      name,
      places: statePlaces
        .filter(({ country }) => country === code)
        .map((each) => ({ place: each.place, name: each.name, checked: isTicked(each.place) })),
    })),
    exceptions: exceptions.map(({ product, place, isSold }) => ({
      product,
      state: stateName(place),
      href: staffStatePath(place),
      words: isSold ? "sold all the same" : "not sold",
    })),
  };
};
type StateCategoryPage = ReturnType<typeof stateCategoryPage>;
export const stateCategoryView = view<StateCategoryPage>("staff/state-category");

type HistoryInput = UndoInput & { names: ReadonlyMap<string, string> };

/** Up to this many changed places are listed one by one; more changes are folded into one line. */
const mostListed = 6;

/**
 * The last changes; with `place`, only the changes of this place. A change can be undone here only
 * if it concerns no other place.
 */
export function stateHistory(
  entries: readonly Row<"audit_entry">[],
  dates: Dates,
  { kind, staff, names }: HistoryInput,
  place?: string,
): HistoryEntry[] {
  const isOf = (field: string) => place === undefined || placeOfField(field) === place;
  const history = auditHistory(entries, names, dates, { kind, staff });
  return history.flatMap((entry, at) => {
    const row = entries[at];
    const fields = row ? Object.keys(changeIn(row).after ?? {}) : [];
    const changes = entry.changes.filter((_, index) => isOf(fields[index] ?? ""));
    if (changes.length === 0) return [];
    return [
      {
        ...entry,
        changes: folded(changes),
        folded: undefined,
        undo: changes.length === entry.changes.length ? entry.undo : undefined,
      },
    ];
  });
}

function folded(changes: HistoryEntry["changes"]): HistoryEntry["changes"] {
  if (changes.length <= mostListed) return changes;
  const lines = (side: "before" | "after") => changes.map((change) => `${change.label}: ${change[side]}`).join("\n");
  return [{ label: `${changes.length} changes`, part: "", before: lines("before"), after: lines("after"), isLong: true }];
}
