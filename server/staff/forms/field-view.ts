import type { Refusal } from "../../outcome.ts";
import { type FormBody, valuesOf } from "./body.ts";
import { pickName } from "./meanings.ts";

type Option = { value: string; label: string };
type Choice = Option & { selected: boolean };

/** One field as views/staff/form-field.hbs shows it. */
export type FieldView = {
  name: string;
  label: string;
  value: string;
  kind: "line" | "text" | "select" | "check" | "radios" | "checks";
  hint?: string | undefined;
  error?: string | undefined;
  type?: string | undefined;
  inputmode?: string | undefined;
  required?: boolean | undefined;
  rows?: number | undefined;
  maxlength?: string | undefined;
  /** the options, or the possible meanings of a typed line or text */
  choices?: readonly Choice[];
  /** values that browsers offer while a line is typed */
  suggestions?: readonly Option[];
  checked?: boolean;
  /** the name of the field with choices, to which the text that is typed here adds some */
  finds?: string;
};

type More<Name extends keyof FieldView> = Partial<Pick<FieldView, Name | "hint">>;

/** A field of one line. */
export const lineView = (
  name: string,
  label: string,
  value: string,
  more: More<"type" | "inputmode" | "required" | "maxlength"> = {},
): FieldView => ({ kind: "line", name, label, value, ...more });

/** A field of several lines. */
export const textView = (name: string, label: string, value: string, more: More<"rows" | "maxlength"> = {}): FieldView => ({
  kind: "text",
  name,
  label,
  value,
  ...more,
});

/** A field of options, of which one or several are chosen. */
export const choiceView = (
  kind: "select" | "radios" | "checks",
  { name, label, ...more }: Pick<FieldView, "name" | "label" | "hint">,
  options: readonly Option[],
  chosen: readonly string[],
): FieldView => ({
  kind,
  name,
  label,
  value: chosen[0] ?? "",
  ...more,
  choices: options.map((option) => ({ ...option, selected: chosen.includes(option.value) })),
});

/** A form that is shown again: its refusal and the values that were sent. */
export type ResentForm = { refusal?: Refusal | undefined; typed?: FormBody | undefined };

/** The fields with the errors of a refusal, and with the sent values if there are any. */
export function resentFields(fields: readonly FieldView[], { refusal, typed = {} }: ResentForm): FieldView[] {
  const isResent = Object.keys(typed).length > 0;
  return fields.map((field) => {
    const error = fieldError(refusal, field.name);
    const offered = { ...field, ...withChoices(field, choicesOf(refusal, field.name)) };
    // The products that the typed text may mean are among the choices now, so the text is cleared.
    const isFound = field.finds !== undefined && choicesOf(refusal, field.finds).length > 0;
    return { ...offered, ...(isResent && !isFound && resentValue(offered, typed)), error };
  });
}

const choicesOf = (refusal: Refusal | undefined, name: string): readonly Option[] =>
  refusal?.errors?.find(({ field }) => field === name)?.choices ?? [];

/** A field's own choices, and after them the choices that its refusal offers. */
const withChoices = ({ choices = [] }: FieldView, offered: readonly Option[]): Partial<FieldView> =>
  offered.length === 0
    ? {}
    : {
        hint: undefined,
        choices: [
          ...choices,
          ...offered
            .filter(({ value }) => !choices.some((choice) => choice.value === value))
            .map((option) => ({ ...option, selected: false })),
        ],
      };

function resentValue({ name, choices, kind }: FieldView, typed: FormBody): Partial<FieldView> {
  const values = valuesOf(typed, name);
  const chosen = kind === "line" || kind === "text" ? valuesOf(typed, pickName(name)) : values;
  return {
    value: values[0] ?? "",
    ...(kind === "check" && { checked: values.includes("1") }),
    ...(choices && { choices: choices.map((choice) => ({ ...choice, selected: chosen.includes(choice.value) })) }),
  };
}

/** The error of a field. */
export const fieldError = (refusal: Refusal | undefined, field: string): string | undefined =>
  refusal?.errors?.find((each) => each.field === field)?.message;

/** The errors and the message above a refused form. */
export const formErrors = (refusal: Refusal | undefined) => ({
  errors: refusal?.errors ?? [],
  formError: refusal && !refusal.errors ? refusal.error : undefined,
});

/**
 * The typed values of a form, which the other forms of its page send along. Names of fields that
 * those forms have are left out.
 */
export function fieldsSentAlong({ typed = {} }: ResentForm): { name: string; value: string }[] {
  const reserved = new Set(["_csrf", "seen", "kept", "scheme", "place", "alt"]);
  const fields = Object.entries(typed).flatMap(([name, value]) =>
    typeof value === "string" && !reserved.has(name) ? [{ name, value }] : [],
  );
  return fields.length > 0 ? [{ name: "kept", value: "1" }, ...fields] : [];
}
