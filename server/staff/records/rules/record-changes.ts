/** A record's fields by name. An absent value is null, since it has to survive JSON. */
export type RecordFields = Record<string, unknown>;

const sortKeys = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** A value as text; equal values have equal texts. */
export const canonical = (value: unknown): string => JSON.stringify(value ?? null, sortKeys);

export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** The changed fields with their values before and after; undefined if no field has changed. */
export function changedFields(
  before: RecordFields,
  after: RecordFields,
): { before: RecordFields; after: RecordFields } | undefined {
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  if (names.length === 0) return undefined;
  const only = (fields: RecordFields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/** Whether a record has each of these values. */
export const has = (record: RecordFields, fields: RecordFields): boolean =>
  Object.entries(fields).every(([name, value]) => isSame(record[name], value));

/**
 * Whether every field belongs to a record of this kind. Some entries of the audit contain other
 * facts.
 */
export const areFieldsOf = (labels: Readonly<Record<string, string>>, fields: RecordFields): boolean =>
  Object.keys(fields).every((name) => Object.hasOwn(labels, name));

/**
 * Leaves out the typed fields for which a person chose the saved value. For such a field, the form
 * sends `keep_FIELD` with the value `theirs`.
 */
export const withoutTheirs = <Fields extends RecordFields>(
  fields: Partial<Fields>,
  typed: Readonly<Record<string, unknown>>,
): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => typed[`keep_${name}`] !== "theirs")) as Partial<Fields>;

/** A value in words. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(valueText).join(", ");
  return typeof value === "object" ? canonical(value) : String(value);
}
