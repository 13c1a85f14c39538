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
  /** true if a search clears the filter, and the list does not count as filtered by it */
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

/** One of some values; the first is the default, which no address contains. */
export const choiceFilter = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  field?: FilterField,
): Filter<Value> => ({
  read: (value) => values.find((each) => each === value) ?? values[0],
  absent: values[0],
  ...(field && { field }),
});

/** On or off; a filter with a label has a checkbox. */
export const flagFilter = (label?: string): Filter<"" | "1"> => ({
  ...choiceFilter(["", "1"], label === undefined ? undefined : { label, isCheck: true }),
});
