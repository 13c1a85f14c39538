import type { Db } from "../../db/tables.ts";
import { readLine } from "../../read-text.ts";

export type FilterOption = { value: string; text: string };

/** A filter's field in the form above a list. */
export type FilterField = {
  label: string;
  type?: "text" | "search" | "date";
  autocomplete?: "off";
  maxlength?: number;
  required?: true;
  /** makes it a select */
  options?(db: Db): Promise<readonly FilterOption[]> | readonly FilterOption[];
  /** makes it a checkbox */
  isCheck?: true;
};

/** A parameter of a list's address that narrows the list. */
export type Filter<Value> = {
  /** a malformed value counts as absent */
  read(value: unknown): Value;
  /** the value of an address without the parameter */
  absent: Value;
  /** absent if only views set the filter */
  field?: FilterField;
  /**
   * true if only a view sets the filter: a search clears it, and the list does not count as
   * filtered
   */
  isViewOnly?: true;
};

/** A text of up to `maxlength` characters. */
export const textFilter = (field: FilterField & { maxlength: number }): Filter<string> => ({
  read: (value) => readLine(value, field.maxlength),
  absent: "",
  field,
});

/** A day as text; the list's `check` refuses an invalid one. */
export const dayFilter = (label: string): Filter<string> => ({
  read: (value) => readLine(value, 40),
  absent: "",
  field: { label, type: "date" },
});

/** One of several values. The first is the default, which addresses leave out. */
export const choiceFilter = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  field?: FilterField,
): Filter<Value> => ({
  read: (value) => values.find((each) => each === value) ?? values[0],
  absent: values[0],
  ...(field && { field }),
});

/** A filter that is on or off; with a label, it has a checkbox. */
export const flagFilter = (label?: string): Filter<"" | "1"> => ({
  ...choiceFilter(["", "1"], label === undefined ? undefined : { label, isCheck: true }),
});
