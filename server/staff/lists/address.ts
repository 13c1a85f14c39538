import { readLine } from "../../read-text.ts";
import { chosenColumns } from "./columns.ts";
import type { AnyStaffList } from "./list.ts";

/** The state of a list in its address; an empty `columns` stands for the default columns. */
export type ListState = {
  values: Readonly<Record<string, string>>;
  sort: string;
  columns: readonly string[];
  after: string | undefined;
};

/** A parameter of an address: its name and its value, neither empty. */
export type Parameter = readonly [name: string, value: string];

/** Reads the values of a list's filters from an address or from a form's fields. */
export const readValues = ({ filters }: AnyStaffList, query: Readonly<Record<string, unknown>>): ListState["values"] =>
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, filter.read(query[name])]));

const defaultSort = ({ sorts }: AnyStaffList): string => Object.keys(sorts)[0] ?? "";
const markParameter = ({ after }: AnyStaffList): string => after.parameter ?? "after";

/** Reads a list's address; malformed values count as absent. */
export const readState = (list: AnyStaffList, query: Readonly<Record<string, unknown>>): ListState => ({
  values: readValues(list, query),
  sort: Object.keys(list.sorts).find((sort) => sort === query.sort) ?? defaultSort(list),
  columns: chosenColumns(list.columns, query.columns),
  after: list.after.shape.exec(readLine(query[markParameter(list)], 120))?.[0],
});

/** The parameters of a list's state, without parameters that have default values. */
export function parametersOf(list: AnyStaffList, state: ListState): Parameter[] {
  const values = list.kept?.(state.values) ?? state.values;
  const filters = Object.entries(list.filters).map(([name, { absent }]): Parameter => {
    const value = values[name] ?? absent;
    return [name, value === absent ? "" : value];
  });
  const isSorted = state.sort !== defaultSort(list) && (list.isSortable?.(values) ?? true);
  const others: Parameter[] = [
    ["sort", isSorted ? state.sort : ""],
    ...state.columns.map((column): Parameter => ["columns", column]),
    [markParameter(list), state.after ?? ""],
  ];
  return [...filters, ...others].filter(([, value]) => value !== "");
}

/** A path with these parameters. */
export const withParameters = (path: string, parameters: readonly Parameter[]): string =>
  parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`;

/**
 * Parameters as hidden fields of a form. `but` has the names of the form's own fields, which are
 * left out.
 */
export const hiddenFields = (parameters: readonly Parameter[], but: readonly string[] = []) =>
  parameters.filter(([name]) => !but.includes(name)).map(([name, value]) => ({ name, value }));

/** Whether two queries have the same parameters, in any order. */
export function isSameQuery(one: string, other: string): boolean {
  const first = new URLSearchParams(one);
  const second = new URLSearchParams(other);
  first.sort();
  second.sort();
  return String(first) === String(second);
}
