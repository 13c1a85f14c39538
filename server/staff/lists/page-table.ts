import type { StaffContext } from "../frame.ts";
import { may } from "../people/rules/permissions.ts";
import { hiddenFields, type Parameter } from "./address.ts";
import { cellOf, shownColumns } from "./columns.ts";
import type { AnyStaffList } from "./list.ts";
import type { ListInput } from "./page-input.ts";

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

/** The classes of a column's cells: on phones and tablets, a row has two lines for them. */
function classesOf(
  { isFigure, isOptional, isInFirstLine, isWide }: AnyStaffList["columns"][string],
  isFirst: boolean,
  isChosen: boolean,
) {
  const isSecondLine = !isFirst && !isInFirstLine;
  return [
    isFigure && "number",
    isFirst && "list__title",
    isInFirstLine && "list__upper",
    isSecondLine && (isFigure || isOptional) && "list__labeled",
    isWide && !isChosen && "list__wide",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The heads and the rows of a list; `decides` adds a form to each row. */
export function listTable(list: AnyStaffList, { context, state, rows }: ListInput, decides: boolean) {
  const names = shownColumns(list.columns, state.columns);
  const cellContext = { ...context, shows: (column: string) => names.includes(column) };
  const columns = names.flatMap((name) => list.columns[name] ?? []);
  const classes = columns.map((column, at) => classesOf(column, at === 0, state.columns.length > 0));
  return {
    heads: columns.map(({ label, isFigure }) => ({ label, isNumber: isFigure === true })),
    rows: rows.map((row) => ({
      id: list.id(row),
      name: list.rowName(row),
      cells: columns.map((column, at) => ({
        ...cellOf(column, row, cellContext),
        label: column.label,
        classes: classes[at] ?? "",
      })),
      decision: decides ? list.decision?.(row, state.values) : undefined,
    })),
  };
}
