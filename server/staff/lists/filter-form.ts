import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { type FieldView, fieldError } from "../forms/field-view.ts";
import { hiddenFields, type ListState, type Parameter } from "./address.ts";
import type { FilterField } from "./filters.ts";
import type { AnyStaffList } from "./list.ts";
import type { ListAddress, ListInput } from "./page-input.ts";

type FieldInput = { name: string; field: FilterField; value: string; error: string | undefined };

/** A field of the form, with the value of the address. */
async function readField(db: Db, { name, field, value, error }: FieldInput) {
  const { label, type, autocomplete, maxlength, required, isCheck, options } = field;
  const choices = (await options?.(db))?.map(({ value: option, text }) => {
    return { value: option, label: text, selected: option === value };
  });
  const filled = { name, label, value, error, type, autocomplete, maxlength: maxlength?.toString(), required };
  if (isCheck) return { ...filled, kind: "check" as const, checked: value !== "" };
  return choices ? { ...filled, kind: "select" as const, choices } : { ...filled, kind: "line" as const };
}

type Field = FieldView & { autocomplete: string | undefined };

async function readFields(list: AnyStaffList, { context: { db }, state, refusal }: ListInput): Promise<Field[]> {
  const fields = [];
  for (const [name, { field }] of Object.entries(list.filters)) {
    const value = state.values[name] ?? "";
    if (field) fields.push(await readField(db, { name, field, value, error: fieldError(refusal, name) }));
  }
  return fields;
}

/** The words of a filter in use, such as `Glass`, `From Mon, Feb 2, 2026` or `“lemon”`. */
function chipText({ label, type, kind, choices }: Field, value: string, dates: Dates): string {
  if (kind === "check") return label;
  if (choices) return choices.find((choice) => choice.selected)?.label ?? value;
  return type === "date" ? `${label} ${dates.range(value, value)}` : `“${value}”`;
}

/** The links that remove one of the filters in use, or all of them. */
function chipsOf(list: AnyStaffList, fields: readonly Field[], { context, state }: ListInput, address: ListAddress) {
  const values = list.kept?.(state.values) ?? state.values;
  const absentOf = (name: string) => list.filters[name]?.absent ?? "";
  const inUse = fields.filter(({ name }) => values[name] !== absentOf(name));
  const without = (names: readonly string[]) =>
    address({ values: { ...values, ...Object.fromEntries(names.map((name) => [name, absentOf(name)])) } });
  return {
    chips: inUse.map((field) => ({
      text: chipText(field, values[field.name] ?? "", context.dates),
      href: without([field.name]),
    })),
    unfiltered: inUse.length > 1 ? without(inUse.map(({ name }) => name)) : undefined,
  };
}

/** Whether a filter is in use, apart from the filters that only views set. */
export const isNarrowed = ({ filters }: AnyStaffList, { values }: ListState): boolean =>
  Object.entries(filters).some(([name, { absent, isViewOnly }]) => !isViewOnly && values[name] !== absent);

/**
 * The form of a list's filters: a search field, if it is the first one, is beside the list's title,
 * and the others are behind “Filter”.
 */
export async function filterForm(list: AnyStaffList, input: ListInput, parameters: readonly Parameter[], address: ListAddress) {
  const fields = await readFields(list, input);
  const search = fields[0]?.kind === "line" ? fields[0] : undefined;
  const viewOnly = Object.keys(list.filters).filter((name) => list.filters[name]?.isViewOnly);
  return {
    search,
    others: fields.filter((field) => field !== search),
    isOpen: fields.some(({ error }) => error !== undefined),
    show: `Show ${list.many}`,
    isScanned: list.isScanned,
    kept: hiddenFields(parameters, [...fields.map(({ name }) => name), ...viewOnly]),
    ...chipsOf(list, fields, input, address),
  };
}
