import type { Db } from "../../db/tables.ts";
import { fieldError } from "../forms/field-view.ts";
import { hiddenFields, type ListState, type Parameter } from "./address.ts";
import type { FilterField } from "./filters.ts";
import type { AnyStaffList } from "./list.ts";
import type { ListAddress, ListInput } from "./page-input.ts";

type FieldInput = { name: string; field: FilterField; value: string; error: string | undefined };

/** A field of the form, with the value of the address. */
async function readField(db: Db, { name, field, value, error }: FieldInput) {
  const { label, type, autocomplete, maxlength, required, isCheck } = field;
  const options = (await field.options?.(db))?.map((option) => ({ ...option, chosen: option.value === value }));
  return { name, label, type, autocomplete, maxlength, required, isCheck, options, value, error };
}

const sortField = ({ sorts }: AnyStaffList): FilterField => ({
  label: "Sort by",
  options: () => Object.entries(sorts).map(([value, text]) => ({ value, text })),
});

async function readFields(list: AnyStaffList, { context: { db }, state, refusal }: ListInput) {
  const fields = [];
  for (const [name, { field }] of Object.entries(list.filters)) {
    const value = state.values[name] ?? "";
    const error = fieldError(refusal, name);
    if (field) fields.push(await readField(db, { name, field, value, error }));
  }
  if (list.sortsInForm)
    fields.push(await readField(db, { name: "sort", field: sortField(list), value: state.sort, error: undefined }));
  return fields;
}

/** The filters in use that a link on the page clears. */
function filtersInUse(list: AnyStaffList, { values }: ListState): string[] {
  const cleared = list.unfiltered?.filters ?? Object.keys(list.filters).filter((name) => !list.filters[name]?.isViewOnly);
  return cleared.filter((name) => values[name] !== list.filters[name]?.absent);
}

/** The form of a list's filters, and the link that clears them. */
export async function filterForm(list: AnyStaffList, input: ListInput, parameters: readonly Parameter[], address: ListAddress) {
  const { state } = input;
  const fields = await readFields(list, input);
  const inUse = filtersInUse(list, state);
  const cleared = Object.fromEntries(inUse.map((name) => [name, list.filters[name]?.absent ?? ""]));
  const viewOnly = Object.keys(list.filters).filter((name) => list.filters[name]?.isViewOnly);
  const href = list.unfiltered ? address({ values: { ...state.values, ...cleared } }) : list.path;
  return {
    fields,
    submit: list.submit ?? "Search",
    isScanned: list.isScanned,
    kept: hiddenFields(parameters, [...fields.map(({ name }) => name), ...viewOnly]),
    unfiltered: inUse.length > 0 ? { label: list.unfiltered?.label ?? "Show all", href } : undefined,
  };
}
