import { dollars } from "../../money.ts";
import type { FieldError } from "../../outcome.ts";
import { type ProductFields, parseAttribute, type VariantFields } from "./product-fields.ts";
import { productFieldNames, productFields } from "./product-values.ts";
import { type FieldKind, variantFieldNames, variantFields } from "./variant-fields.ts";

/** The most characters of a line of text on a page. */
const longestLine = 255;
/** The most characters of a description's HTML. */
export const longestDescription = 100_000;
/** The most characters of a slug in an address, as `slugOf` makes them. */
export const longestSlug = 64;
/** The most variants of a product. No page could show more, and no form could send more. */
export const mostVariants = 300;
const most = { attributes: 200, options: 3, grams: 999_999_999, price: 999_999_999, units: 1_000_000 };

export const isSlug = (text: string): boolean => text.length <= longestSlug && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);

function lineFault(text: string, what: string, longest = longestLine): string | undefined {
  if (text.length > longest) return `${what} can have up to ${longest} characters.`;
  return /\p{Cc}/u.test(text) ? `${what} can’t have control characters.` : undefined;
}

/** For each kind of field, finds the error of a value. Options are checked like codes. */
const kindFaults: Readonly<Record<FieldKind, (value: string | number | null) => string | undefined>> = {
  cents: (cents) => (Number(cents) > most.price ? `A price can be up to ${dollars(most.price)}.` : undefined),
  grams: (grams) => (Number(grams) > most.grams ? `A variant can weigh up to ${most.grams} grams.` : undefined),
  units: (units) => (Number(units) > most.units ? `A variant can count as low at up to ${most.units} units.` : undefined),
  code: (text) => lineFault(String(text), "SKUs, options, and barcodes"),
};

function variantFault(variant: VariantFields): string | undefined {
  const { options } = variant;
  if (Object.keys(options).length > most.options) return `A variant can have up to ${most.options} options.`;
  const faults = variantFieldNames.map((name) => kindFaults[variantFields[name].kind](variant[name]));
  return [...faults, ...Object.entries(options).flat().map(kindFaults.code)].find((fault) => fault !== undefined);
}

function variantsFault(variants: readonly VariantFields[]): string | undefined {
  const names = [...new Set(variants.map(({ options }) => Object.keys(options).join(" / ")))];
  const choices = variants.map(({ options }) => Object.values(options).join("\n"));
  if (variants.length === 0) return "A product needs at least one variant.";
  if (variants.length > mostVariants) return `A product can have up to ${mostVariants} variants.`;
  if (names.length > 1) return "Fill in the same options for each variant.";
  if (new Set(choices).size < choices.length)
    return variants.length > 1 && names[0] === ""
      ? "Give variants an option to choose by."
      : "Two variants have the same options.";
  return variants.map(variantFault).find((fault) => fault !== undefined);
}

/** The error of each `line` field, by field name; undefined for a valid field. */
const valueFaults = (fields: ProductFields): Record<string, string | undefined> =>
  Object.fromEntries(
    productFieldNames.flatMap((name) => {
      const { kind, label, required, longest } = productFields[name];
      const word = label.toLowerCase();
      const text = fields[name];
      if (kind !== "line") return [];
      return [[name, required && text === "" ? `Enter a ${word}.` : lineFault(String(text), `A ${word}`, longest)]];
    }),
  );

/** The errors of a product's fields. An unchanged slug is always valid. */
export function productFaults(fields: ProductFields, slugNow: string | undefined): FieldError[] {
  const { slug, description, attributes, variants } = fields;
  const { name, ...others } = valueFaults(fields);
  const faults: Record<string, string | undefined> = {
    name,
    slug:
      slug === slugNow || isSlug(slug)
        ? undefined
        : `Use lower-case letters, digits, and hyphens between them, up to ${longestSlug} characters.`,
    ...others,
    published: fields.archived && fields.published ? "It is archived: bring it back before you publish it." : undefined,
    description: description.length > longestDescription ? `Up to ${longestDescription} characters fit.` : undefined,
    attributes:
      attributes.length > most.attributes
        ? `Up to ${most.attributes} attributes fit.`
        : attributes
            .map((text) => (parseAttribute(text) ? lineFault(text, "An attribute") : `Write “${text}” as “Color: Red”.`))
            .find((fault) => fault !== undefined),
    variants: variantsFault(variants),
  };
  return Object.entries(faults).flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}
