import { hasLostDigits, plainCode } from "../../../catalog/rules/codes.ts";
import {
  type FieldKind,
  type VariantFieldName,
  type VariantValue,
  type VariantValues,
  variantFieldNames,
  variantFields,
} from "../../../catalog/rules/variant-fields.ts";
import { parseDollars } from "../../../money.ts";
import { type Outcome, ok, refuse } from "../../../outcome.ts";

/** A value as text for a form; empty if there is no value. */
export function typedValue(name: VariantFieldName, value: VariantValue): string {
  const { kind } = variantFields[name];
  if (kind === "cents") return value === null ? "" : (Number(value) / 100).toFixed(2);
  return value === null || (kind === "grams" && value === 0) ? "" : String(value);
}

type Parser = (text: string, field: { word: string; required?: true }) => Outcome<VariantValue>;

const parsers: Readonly<Record<FieldKind, Parser>> = {
  cents: (text, { word, required }) => {
    if (text === "" && !required) return ok(null);
    const cents = parseDollars(text);
    if (cents !== undefined) return ok(cents);
    const hint = required ? `enter a ${word} in dollars, such as 12.50.` : `enter the ${word} in dollars, or leave it empty.`;
    return refuse("invalid", hint);
  },
  grams: (text, { word }) => {
    const grams = text === "" ? 0 : Number(text.replaceAll(",", ""));
    return Number.isInteger(grams) && grams >= 0 ? ok(grams) : refuse("invalid", `enter the ${word} in whole grams.`);
  },
  units: (text, { word }) => {
    if (text === "") return ok(null);
    return /^\d{1,9}$/.test(text) ? ok(Number(text)) : refuse("invalid", `enter the ${word} in whole units, or leave it empty.`);
  },
  code: (text) => {
    const code = plainCode(text);
    const lost = "a code that ends in E+ has lost digits in a spreadsheet. Type it in full.";
    return hasLostDigits(code) ? refuse("invalid", lost) : ok(code);
  },
};

/** The typed values of a variant, by name; refuses the first invalid one in words. */
export function parseValues(texts: Readonly<Record<VariantFieldName, string>>): Outcome<VariantValues> {
  const values: Partial<Record<VariantFieldName, VariantValue>> = {};
  for (const name of variantFieldNames) {
    const field = variantFields[name];
    const value = parsers[field.kind](texts[name], field);
    if (!value.ok) return value;
    values[name] = value.value;
  }
  return ok(values as VariantValues);
}
