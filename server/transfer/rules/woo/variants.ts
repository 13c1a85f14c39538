import { longestKey, variantKey } from "../../../catalog/rules/variant-key.ts";
import type { DraftVariant } from "../draft.ts";
import type { BadRow, ProductOptions } from "../format.ts";
import type { Attribute } from "./attributes.ts";
import type { Columns } from "./columns.ts";
import type { Offer } from "./expand.ts";
import type { Remarks } from "./remarks.ts";
import type { WooRow } from "./row.ts";
import { unitsOf } from "./shared-stock.ts";
import { listOf } from "./text.ts";
import { type Common, type VariantTerms, variantTermsOf } from "./variant-terms.ts";

type OfferedProduct = Common & { slug: string; line: number; offers: readonly Offer[]; choices: readonly Attribute[] };

/** The variants of a product, one per offer. Adds remarks on differences from the file. */
export function variantsOf(
  { slug, line, offers, choices, stock, grams }: OfferedProduct,
  columns: Columns,
  { parsePrice }: ProductOptions,
  remarks: Remarks,
): { variants: DraftVariant[]; faults: BadRow[] } {
  const faults: BadRow[] = [];
  const terms = new Map<WooRow, VariantTerms>();
  for (const row of new Set(offers.map((offer) => offer.row))) {
    const parsedTerms = variantTermsOf(row, columns, parsePrice);
    if (parsedTerms.ok) terms.set(row, parsedTerms.value);
    else faults.push({ line: row.line, reason: parsedTerms.error });
  }
  const { units, shared } = unitsOf(offers, new Map([...terms].map(([row, { stock }]) => [row, stock])), stock);
  if (shared) remarks.add("shared", line);
  const variants = offers.flatMap((offer, at) => {
    const own = terms.get(offer.row);
    if (!own) return [];
    if (units[at] === undefined) remarks.add("uncounted", offer.row.line);
    const { price, compareAt } = own.price;
    return [
      {
        ...named(slug, offer, choices, columns),
        price,
        compareAt: columns.at.has("Sale price") ? compareAt : undefined,
        onHand: units[at],
        grams: own.grams ?? grams ?? (columns.weight && 0),
        lowStock: columns.at.has("Low stock amount") ? lowStockOf(offer.row) : undefined,
      },
    ];
  });
  for (const [row, own] of terms) {
    if (own.price.dated) remarks.add("dated", row.line);
    if (own.stock.backorders) remarks.add("backorders", row.line);
  }
  for (const row of new Set(offers.filter(({ any }) => any.length > 0).map((offer) => offer.row))) remarks.add("any", row.line);
  return { variants, faults: [...faults, ...tooLong(variants)] };
}

/** The low-stock threshold of a row; null if the cell is empty or holds no whole number. */
function lowStockOf(row: WooRow): number | null {
  const text = row.cell("Low stock amount");
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/**
 * The identifying fields of a variant. If a row stands for several variants, appends their values
 * to the SKU, so that each SKU is unique.
 */
function named(slug: string, { row, values, any }: Offer, choices: readonly Attribute[], { at: places }: Columns) {
  const own = row.cell("SKU");
  const sku = own === "" ? "" : [own, ...any].join("/");
  return {
    line: row.line,
    key: variantKey(sku, slug, values),
    sku: places.has("SKU") ? sku : undefined,
    name: values.join(" / "),
    options: Object.fromEntries(values.map((value, at) => [choices[at]?.name ?? "", value])),
    barcode: places.has("GTIN, UPC, EAN, or ISBN") ? row.cell("GTIN, UPC, EAN, or ISBN") : undefined,
    picture: listOf(row.cell("Images"))[0] ?? "",
  };
}

const tooLong = (variants: readonly DraftVariant[]): BadRow[] =>
  variants
    .filter(({ key }) => key.length > longestKey)
    .map(({ line }) => ({ line, reason: `SKU or attribute values are longer than ${longestKey} characters` }));
