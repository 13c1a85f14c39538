import type { ExportedProduct, ExportedVariant } from "../../../catalog/rules/exported-product.ts";
import { type Outcome, refuse } from "../../../outcome.ts";

/** The options of a product: their names, and each variant's values. */
export type Choice = { names: readonly string[]; values: readonly (readonly string[])[] };

/** The number of option columns in a product CSV. */
const optionColumns = 3;

/** Shopify's words for products without options. */
const none = { name: "Title", value: "Default Title" };

/**
 * A product's options as the format requires: at most three, the same ones for all variants, and
 * each with a value.
 */
export function choiceOf({ name, variants }: Pick<ExportedProduct, "name" | "variants">): Outcome<Choice> {
  const [first] = variants;
  if (!first) return refuse("invalid", "none of its variants is still sold");
  const names = Object.keys(first.options);
  if (names.length === 0 && variants.every(({ options }) => Object.keys(options).length === 0)) return unnamed(name, variants);
  if (names.length > optionColumns)
    return refuse("invalid", `it has ${names.length} options, but the format has only ${optionColumns}`);
  const alike = variants.every(
    ({ options }) => Object.keys(options).length === names.length && names.every((option) => Object.hasOwn(options, option)),
  );
  if (!alike) return refuse("invalid", "its variants do not all have the same options");
  const values = variants.map(({ options }) => names.map((option) => options[option] ?? ""));
  if (values.flat().includes("")) return refuse("invalid", "one of its variants has an option without a value");
  return { ok: true, value: { names, values } };
}

/**
 * Options for a product whose variants have no options. If the variants have names, the names
 * become the values of one option. A single variant without a name gets Shopify's words for no
 * options. Refuses several variants of which one has no name.
 */
function unnamed(product: string, variants: readonly ExportedVariant[]): Outcome<Choice> {
  const namedVariants = variants.filter(({ name }) => name !== "" && name !== product);
  if (namedVariants.length < variants.length && variants.length > 1)
    return refuse("invalid", "its variants have neither options nor names");
  const values = variants.map(({ name }) => [namedVariants.length > 0 ? name : none.value]);
  return { ok: true, value: { names: [none.name], values } };
}
