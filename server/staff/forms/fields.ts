import { z } from "zod";
import { type Outcome, ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { type FieldView, lineView, textView } from "./field-view.ts";
import type { FormContext, FormField, ReadInput, ViewInput } from "./form.ts";

/** The options of a field beside its label. */
export type FieldOptions = {
  hint?: string | undefined | ((context: FormContext, isNew: boolean) => string | undefined);
  /** the field's name in histories, if it differs from the form's */
  history?: string;
  required?: true;
  inputmode?: string;
  type?: string;
  maxlength?: string;
  /**
   * the most characters that the schema accepts; the feature itself refuses texts over a lower
   * limit
   */
  most?: number;
  /** false hides a field that the record lacks; the field is then read as empty */
  isShown?: boolean;
};

/** The schema of a text. */
export const textBody = (most: number) => z.string().max(most).default("");

/** The hint of a field in a form. */
export const hintOf = ({ hint }: FieldOptions, { context, value }: ViewInput<unknown>): { hint?: string } => {
  const words = typeof hint === "function" ? hint(context, value === undefined) : hint;
  return words === undefined ? {} : { hint: words };
};

type LineKind<Value> = Pick<FormField<Value>, "words"> & {
  /** the text of a value; not called for a new record without `initial` */
  show(value: Value, context: FormContext): string;
  read(text: string, input: ReadInput<Value>): Outcome<Value>;
  /** the value shown in the form of a new record */
  initial?(context: FormContext): Value;
};

/** A field of one line that shows a value as text. */
export function lineField<Value>(label: string, options: FieldOptions, kind: LineKind<Value>): FormField<Value> {
  const { required, inputmode, type, maxlength } = options;
  return {
    label: options.history ?? label,
    body: textBody(options.most ?? 2000),
    views(input) {
      if (options.isShown === false) return [];
      const value = input.value === undefined ? kind.initial?.(input.context) : input.value;
      const text = value === undefined ? "" : kind.show(value, input.context);
      return [lineView(input.name, label, text, { required, inputmode, type, maxlength, ...hintOf(options, input) })];
    },
    read: (input) => kind.read(readLines(input.body[input.name]), input),
    ...(kind.words && { words: kind.words }),
  };
}

/** A line of text; `tidy` makes the value from the typed text. */
export const line = (label: string, options: FieldOptions & { tidy?(text: string): string } = {}): FormField<string> =>
  lineField(label, options, { show: (value) => value, read: (text) => ok(options.tidy?.(text) ?? text) });

type TextOptions = FieldOptions & { rows?: number; tidy?(text: string): string };

/** A text of several lines. */
export const textArea = (label: string, options: TextOptions = {}): FormField<string> => ({
  label: options.history ?? label,
  body: textBody(options.most ?? 20_000),
  views: (input) => [textAreaView(label, options, input, input.value ?? "")],
  read({ body, name }) {
    const text = readLines(body[name]);
    return ok(options.tidy?.(text) ?? text);
  },
});

/** The view of a text area with the text `value`. */
export const textAreaView = (
  label: string,
  { rows, maxlength, ...options }: TextOptions,
  input: ViewInput<unknown>,
  value: string,
): FieldView => textView(input.name, label, value, { rows, maxlength, ...hintOf(options, input) });

/** `none` is the value of an empty text. */
export type EmptyOptions<None> = FieldOptions & { none: None };
