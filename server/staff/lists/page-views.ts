import { staffViewPath, staffViewRemovalPath } from "../paths.ts";
import { hiddenFields, isSameQuery, type ListState, parametersOf } from "./address.ts";
import { shownColumns } from "./columns.ts";
import type { AnyStaffList } from "./list.ts";
import type { ListAddress, ListInput } from "./page-input.ts";

/** The number of built-in views in the bar of a list; “More views” has the others. */
const mostViews = 5;

/** A list's built-in views, and the person's saved views. */
export function viewLinks(list: AnyStaffList, { state, saved }: ListInput, address: ListAddress) {
  const [, query = ""] = address({}).split("?");
  const own = saved.map((view) => ({
    name: view.name,
    href: view.query === "" ? list.path : `${list.path}?${view.query}`,
    current: isSameQuery(view.query, query),
  }));
  const isSaved = own.some(({ current }) => current);
  const builtIn = Object.entries(list.views).map(([name, values]) => ({
    name,
    href: address({ values: { ...state.values, ...(values as ListState["values"]) } }),
    current: !isSaved && Object.entries(values).every(([filter, value]) => state.values[filter] === value),
  }));
  const isBeside = ({ current }: { current: boolean }, at: number) => at < mostViews || current;
  return {
    views: [...builtIn.filter(isBeside), ...own],
    moreViews: builtIn.filter((view, at) => !isBeside(view, at)),
  };
}

/** Links that sort the list in another way; none if the sort order is fixed. */
export function sortLinks(list: AnyStaffList, { state }: ListInput, address: ListAddress) {
  if (!(list.isSortable?.(state.values) ?? true)) return [];
  return Object.entries(list.sorts).map(([sort, name]) => ({ name, href: address({ sort }), current: sort === state.sort }));
}

/** The forms that choose a list's columns, and that save its address as a view. */
export function listTools(list: AnyStaffList, { state, saved }: ListInput, address: ListAddress) {
  const names = shownColumns(list.columns, state.columns);
  const [, ...others] = Object.entries(list.columns);
  return {
    saved: saved.map(({ id, name }) => ({ id, name, rename: staffViewPath(id), removal: staffViewRemovalPath(id) })),
    query: address({}).split("?")[1] ?? "",
    columns: others.map(([name, { label }]) => ({ name, label, checked: names.includes(name) })),
    keep: hiddenFields(parametersOf(list, { ...state, columns: [], after: undefined })),
  };
}
