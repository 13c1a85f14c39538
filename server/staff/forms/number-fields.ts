import { dollars as dollarWords, toAmount } from "../../money.ts";
import { ok } from "../../outcome.ts";
import { centsOf, wholeNumberOf } from "./body.ts";
import { type EmptyOptions, type FieldOptions, lineField } from "./fields.ts";
import type { FormField } from "./form.ts";

/** Cents as `5.00`. */
export const centsText = (cents: number): string => toAmount(cents).toFixed(2);
const centsWords = (value: unknown) => (typeof value === "number" ? dollarWords(value) : undefined);

/** A number field; an empty text stands for `none`. */
function numberField<None extends number | null>(
  label: string,
  options: EmptyOptions<None>,
  kind: { show(value: number): string; parse(text: string): number; words?: FormField<number>["words"] },
): FormField<number | None> {
  const { none } = options;
  return lineField<number | None>(label, options, {
    show: (value) => (value === none || value === null ? "" : kind.show(value)),
    read: (text) => ok(text === "" ? none : kind.parse(text)),
    ...(kind.words && { words: kind.words }),
  });
}

/** An amount in dollars; its value is in cents. */
export const dollars = <None extends number | null>(label: string, options: EmptyOptions<None>): FormField<number | None> =>
  numberField(label, { inputmode: "decimal", ...options }, { show: centsText, parse: centsOf, words: centsWords });

/** A whole number. */
export const wholeNumber = <None extends number | null>(label: string, options: EmptyOptions<None>): FormField<number | None> =>
  numberField(label, { inputmode: "numeric", ...options }, { show: String, parse: wholeNumberOf });

/** A whole percentage, with or without a percent sign. */
export const percent = (label: string, options: FieldOptions = {}): FormField<number> =>
  numberField(
    label,
    { inputmode: "numeric", none: Number.NaN, ...options },
    { show: String, parse: (text) => wholeNumberOf(text.replace(/\s*%$/, "")), words: percentWords },
  );

const percentWords = (value: unknown) => (typeof value === "number" && value > 0 ? `${value}%` : "nothing");
