import type { StaffContext } from "../frame.ts";
import { may } from "../people/rules/permissions.ts";
import { hiddenFields, type Parameter } from "./address.ts";
import { shownColumns } from "./columns.ts";
import type { AnyStaffList } from "./list.ts";
import type { ListInput } from "./page-input.ts";
import { recordTable } from "./table.ts";

/**
 * The form of the actions that this person may use on many records; undefined without such actions.
 */
export function bulkForm({ bulk }: AnyStaffList, { staff }: StaffContext, { upTo }: ListInput, parameters: readonly Parameter[]) {
  if (!bulk) return undefined;
  const actions = may(staff, bulk.needs) ? Object.entries(bulk.actions) : [];
  const buttons = [
    // If there is only one action, its button sends no name.
    ...actions.map(([value, { label }]) => ({ label, value: actions.length > 1 ? value : undefined, path: undefined })),
    ...(bulk.others ?? []).map((other) => ({ ...other, value: undefined })),
  ];
  if (buttons.length === 0) return undefined;
  const moment = upTo === undefined ? [] : [{ name: "upTo", value: String(upTo) }];
  return { action: bulk.path, kept: [...hiddenFields(parameters), ...moment], buttons };
}

/** The table of a list; `isBulk` adds a box to each row, and the list's form for one record. */
export function listTable(list: AnyStaffList, { context, state, rows }: ListInput, isBulk: boolean) {
  const names = shownColumns(list.columns, state.columns);
  const cellContext = { ...context, shows: (column: string) => names.includes(column) };
  const columns = names.flatMap((name) => list.columns[name] ?? []);
  return recordTable<object>({
    caption: list.caption ?? list.title,
    columns: columns.map((column) => ({
      ...column,
      isLabeled: column.isOptional ?? column.isLabeled,
      isWide: column.isWide && state.columns.length === 0,
      cell: (row: object) => column.cell(row, cellContext),
    })),
    rows,
    select: isBulk ? { parameter: list.one, value: list.id, name: list.rowName } : undefined,
    form: isBulk ? (row) => list.rowForm?.(row, state.values) : undefined,
  });
}
