import type { Refusal } from "../../outcome.ts";

/** A field of a form, for views/staff/form-field.hbs. */
export type FormField = {
  name: string;
  label: string;
  value: string;
  kind: "line" | "text" | "choice" | "check";
  hint?: string | undefined;
  error?: string | undefined;
  type?: string | undefined;
  rows?: number | undefined;
  choices?: readonly { value: string; label: string; selected: boolean }[];
  checked?: boolean | undefined;
};

type FieldInput = Pick<FormField, "name" | "label"> &
  Partial<Pick<FormField, "kind" | "hint" | "type" | "rows">> & { choices?: readonly [string, string][] };

/** The refusal and the typed values of a form that is shown again. */
export type Resent = { refusal?: Refusal | undefined; typed?: Record<string, unknown> | undefined };

/** The error of a field. */
export const fieldError = (refusal: Refusal | undefined, field: string): string | undefined =>
  refusal?.errors?.find((each) => each.field === field)?.message;

/** Makes fields with the typed value, else the saved one, and with their errors. */
export const fieldsOf =
  (saved: Readonly<Record<string, string>>, { refusal, typed = {} }: Resent) =>
  ({ choices, kind = "line", ...field }: FieldInput): FormField => {
    const isAgain = Object.keys(typed).length > 0;
    const sent = typed[field.name];
    const resent = typeof sent === "string" ? sent : "";
    const value = isAgain ? resent : (saved[field.name] ?? "");
    return {
      ...field,
      kind,
      value,
      error: fieldError(refusal, field.name),
      ...(kind === "check" && { checked: value === "1" }),
      ...(choices && { choices: choices.map(([each, label]) => ({ value: each, label, selected: each === value })) }),
    };
  };

/**
 * A form's typed values, which the other forms of its page send along, without fields that they
 * have themselves.
 */
export const keptIn = ({ typed = {} }: Resent): { name: string; value: string }[] => {
  const own = new Set(["_csrf", "seen", "kept", "scheme", "place", "alt"]);
  const fields = Object.entries(typed).flatMap(([name, value]) =>
    typeof value === "string" && !own.has(name) ? [{ name, value }] : [],
  );
  return fields.length > 0 ? [{ name: "kept", value: "1" }, ...fields] : [];
};

/** The errors and the message above a refused form. */
export const refusalOf = (refusal: Refusal | undefined) => ({
  errors: refusal?.errors ?? [],
  formError: refusal && !refusal.errors ? refusal.error : undefined,
});
