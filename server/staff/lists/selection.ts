import type { Request } from "express";
import { readLine } from "../../read-text.ts";
import { readValues } from "./address.ts";
import type { AnyStaffList, ListContext, StaffList } from "./list.ts";

const idShape = /^[\w.-]{1,100}$/;
/** The most records selected one by one. */
const mostSelected = 500;

/** The ids of a repeated parameter, each once; other values are left out. */
function idsIn(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(values.filter((id): id is string => typeof id === "string" && idShape.test(id)))].slice(0, mostSelected);
}

/** The query of a request's address. */
export const selectionIn = (req: Request): string => new URL(req.originalUrl, "http://shop").search.slice(1);

/**
 * Reads the fields of a selection's query, which an address or a hidden field contains. Only the
 * parameter whose name is the value of `one` may be repeated.
 */
export function selectionFields({ one }: { one: string }, selection: string): Record<string, unknown> {
  const fields = new URLSearchParams(selection);
  return { ...Object.fromEntries(fields), [one]: fields.getAll(one) };
}

function upToIn(fields: Readonly<Record<string, unknown>>): number | undefined {
  const upTo = Number(readLine(fields.upTo, 15));
  return Number.isSafeInteger(upTo) && upTo > 0 ? upTo : undefined;
}

/**
 * The selected records of a list: the records with the sent ids, or `all` that match. Undefined if
 * none are selected, or if the list refuses its filters.
 */
export function selected<Values, Sort extends string, Search, Row, Selection>(
  list: StaffList<Values, Sort, Search, Row, Selection>,
  fields: Readonly<Record<string, unknown>>,
  context: ListContext,
): Selection | undefined {
  if (fields.all === "1") {
    const values = readValues(list as unknown as AnyStaffList, fields) as Values;
    if (list.check && !list.check(values).ok) return undefined;
    return list.bulk?.all(list.search(values, context), upToIn(fields), context);
  }
  const ids = idsIn(fields[list.one]);
  return ids.length === 0 ? undefined : list.bulk?.some(ids, upToIn(fields), context);
}
