type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type Values = [name: string, value: string][];

const isSecret = ({ type, autocomplete }: Field): boolean =>
  type === "password" || /password|one-time-code|^cc-/.test(autocomplete);

/** The fields into which people type or choose, without secrets and files. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.querySelectorAll<Field>("input[name], textarea[name], select[name]")].filter(
    (field) => !["hidden", "file", "submit"].includes(field.type) && !isSecret(field),
  );

const isChoice = (field: Field): field is HTMLInputElement => field.type === "radio" || field.type === "checkbox";

export const valuesOf = (form: HTMLFormElement): Values =>
  fieldsOf(form).flatMap((field): Values => (isChoice(field) && !field.checked ? [] : [[field.name, field.value]]));

const selectedIn = ({ options }: HTMLSelectElement): string =>
  ([...options].find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? "";

const sentTextOf = (field: Field): string => ("options" in field ? selectedIn(field) : field.defaultValue);

/** The values that the server sent, without later changes. */
export const sentValuesOf = (form: HTMLFormElement): Values =>
  fieldsOf(form).flatMap((field): Values => {
    if (isChoice(field)) return field.defaultChecked ? [[field.name, field.value]] : [];
    return [[field.name, sentTextOf(field)]];
  });

const isChanged = (field: Field): boolean =>
  isChoice(field) ? field.checked !== field.defaultChecked : field.value !== sentTextOf(field);

/**
 * The fields that differ from the server's values; if one radio button differs, all with its name.
 */
export function changedFieldsOf(form: HTMLFormElement): Set<Field> {
  const fields = fieldsOf(form);
  const changed = fields.filter(isChanged);
  const groups = new Set(changed.filter(({ type }) => type === "radio").map(({ name }) => name));
  return new Set([...changed, ...fields.filter(({ type, name }) => type === "radio" && groups.has(name))]);
}

/** Fills the form's fields, except those in `toLeave`. Returns the values that have no field. */
export function fill(form: HTMLFormElement, values: Readonly<Values>, toLeave: ReadonlySet<Field> = new Set()): Values {
  const rest = [...values];
  for (const field of fieldsOf(form)) {
    const at = rest.findIndex(([name, value]) => name === field.name && (!isChoice(field) || value === field.value));
    const value = rest[at]?.[1] ?? "";
    if (at >= 0) rest.splice(at, 1);
    if (toLeave.has(field)) continue;
    if (isChoice(field)) field.checked = at >= 0;
    else if (at >= 0) field.value = value;
  }
  return rest;
}

export const isSame = (one: Readonly<Values>, other: Readonly<Values>): boolean => JSON.stringify(one) === JSON.stringify(other);
