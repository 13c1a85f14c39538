import { hasLostDigits } from "../../catalog/rules/codes.ts";
import { htmlDepth, mostHtmlDepth } from "../../catalog/rules/html-depth.ts";
import { productFieldNames, productFields } from "../../catalog/rules/product-values.ts";
import { type FieldKind, type VariantValue, variantFieldNames, variantFields } from "../../catalog/rules/variant-fields.ts";
import { dollars } from "../../money.ts";
import type { Draft, DraftVariant } from "./draft.ts";
import type { BadRow } from "./format.ts";

/** The most characters of a line of text on a page, and of an address. */
const longest = { text: 255, alt: 1000, address: 4000 };

/** The limits of what a page can show and a shopper would read. */
const most = { pictures: 500, attributes: 500, grams: 999_999_999, price: 999_999_999, units: 1_000_000 };

/**
 * The errors of a product, from any file format, that exceeds the limits of a page, a cart or the
 * database.
 */
export function boundFaults(draft: Draft): BadRow[] {
  const { line, description = "", pictures, attributes = [], variants } = draft;
  const reasons = [
    ...productFieldNames.map((name) => {
      const { kind, label } = productFields[name];
      const isTooLong = kind === "line" && String(draft[name] ?? "").length > longest.text;
      return isTooLong && `its ${label.toLowerCase()} is longer than ${longest.text} characters`;
    }),
    htmlDepth(description) > mostHtmlDepth && `its description nests tags more than ${mostHtmlDepth} deep`,
    pictures.length > most.pictures && `it has ${pictures.length} pictures; the maximum is ${most.pictures}`,
    attributes.length > most.attributes && `it has ${attributes.length} attribute values; the maximum is ${most.attributes}`,
    attributes.some(({ attribute, value }) => Math.max(attribute.name.length, value.name.length) > longest.text) &&
      `an attribute's name or value is longer than ${longest.text} characters`,
  ];
  const own = reasons.filter((reason) => reason !== false).map((reason) => ({ line, reason }));
  return [...own, ...variants.flatMap(variantFaults), ...pictureFaults(draft)];
}

const lostDigits = (thing: string, code: string): string | false =>
  hasLostDigits(code) &&
  `its ${thing} “${code}” has lost digits in a spreadsheet: export the file again, or make that column text and type it`;

/** For each kind of field, finds the limits that a value exceeds. */
const valueFaults: Readonly<Record<FieldKind, (word: string, value: VariantValue) => (string | false)[]>> = {
  code: (word, code) => [
    lostDigits(word, String(code)),
    String(code).length > longest.text && `its ${word} is longer than ${longest.text} characters`,
  ],
  cents: (word, cents) => [Number(cents) > most.price && `its ${word} is more than ${dollars(most.price)}`],
  grams: (_, grams) => [Number(grams) > most.grams && `it weighs more than ${most.grams} grams`],
  units: (word, units) => [Number(units) > most.units && `its ${word} is more than ${most.units}`],
};

function variantFaults({ line, options, ...variant }: DraftVariant): BadRow[] {
  const reasons = [
    ...variantFieldNames.flatMap((name) =>
      valueFaults[variantFields[name].kind](variantFields[name].word, variant[name] ?? null),
    ),
    Object.entries(options).some((words) => words.some(({ length }) => length > longest.text)) &&
      `an option's name or value is longer than ${longest.text} characters`,
  ];
  return reasons.filter((reason) => reason !== false).map((reason) => ({ line, reason }));
}

const pictureFaults = ({ pictures }: Draft): BadRow[] =>
  pictures.slice(0, most.pictures).flatMap(({ line, url, alt }) => {
    if (url.length > longest.address)
      return [{ line, reason: `a picture's address is longer than ${longest.address} characters` }];
    return alt.length > longest.alt ? [{ line, reason: `a picture's alt text is longer than ${longest.alt} characters` }] : [];
  });
