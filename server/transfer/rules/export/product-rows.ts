import type { ExportedPicture, ExportedProduct, ExportedVariant } from "../../../catalog/rules/exported-product.ts";
import { productFieldNames, productFields } from "../../../catalog/rules/product-values.ts";
import {
  type VariantFieldName,
  type VariantValue,
  type VariantValues,
  variantFieldNames,
  variantFields,
} from "../../../catalog/rules/variant-fields.ts";
import type { Cents } from "../../../money.ts";
import { type Outcome, refuse } from "../../../outcome.ts";
import { type Cells, createdHeader, recordOf } from "./columns.ts";
import { type Choice, choiceOf } from "./options.ts";
import type { CellsOf } from "./vocabulary.ts";

/**
 * The records of a product: one for each variant, and more if the product has more pictures.
 * Refuses a product that does not fit the format.
 */
export function productRows(product: ExportedProduct, attributeCells: CellsOf): Outcome<string[][]> {
  const { slug, variants, pictures } = product;
  const choice = choiceOf(product);
  if (!choice.ok) return choice;
  if (product.name.trim() === "") return refuse("invalid", "it has no name");
  const attributes = attributeCells(product);
  const rows = Array.from({ length: Math.max(variants.length, pictures.length) }, (_, at) => {
    const variant = variants[at];
    const cells = {
      Handle: slug,
      ...(at === 0 && { ...productCells(product), ...nameCells(choice.value) }),
      ...(variant && variantCells(variant, choice.value.values[at] ?? [])),
      ...(variant && { "Variant Image": pictureOf(variant, product) }),
      ...pictureCells(pictures[at], at),
    };
    return recordOf(
      cells,
      attributes.map((cell) => (at === 0 ? cell : "")),
    );
  });
  return { ok: true, value: rows };
}

const productCells = (product: ExportedProduct): Cells => ({
  ...Object.fromEntries(productFieldNames.map((name) => [productFields[name].header, String(product[name] ?? "none")])),
  "Body (HTML)": product.description,
  Type: product.category,
  "Gift Card": "false",
  Status: statusOf(product),
  [createdHeader]: new Date(product.createdAt).toISOString(),
});

function statusOf({ published, archived }: ExportedProduct): string {
  if (archived) return "archived";
  return published ? "active" : "draft";
}

const nameCells = ({ names: [first = "", second = "", third = ""] }: Choice): Cells => ({
  "Option1 Name": first,
  "Option2 Name": second,
  "Option3 Name": third,
});

function price(cents: Cents): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function valueCells(variant: ExportedVariant): Cells {
  // A former price that is not higher than the price is no discount, and an import would drop it.
  const compareAt = (variant.compareAt ?? 0) > variant.price ? variant.compareAt : null;
  const values: VariantValues = { ...variant, compareAt };
  return Object.fromEntries(variantFieldNames.map((name) => [variantFields[name].header, valueCell(name, values[name])]));
}

function valueCell(name: VariantFieldName, value: VariantValue): string {
  if (value === null) return "";
  return variantFields[name].kind === "cents" ? price(Number(value)) : String(value);
}

const variantCells = (variant: ExportedVariant, [first = "", second = "", third = ""]: readonly string[]): Cells => ({
  "Option1 Value": first,
  "Option2 Value": second,
  "Option3 Value": third,
  ...valueCells(variant),
  "Variant Inventory Tracker": "shopify",
  "Variant Inventory Qty": String(variant.onHand),
  "Variant Inventory Policy": "deny",
  "Variant Fulfillment Service": "manual",
  "Variant Requires Shipping": "true",
  "Variant Taxable": "true",
  "Variant Weight Unit": "g",
});

/**
 * The address of a variant's picture. Empty for a single variant that shows the first picture,
 * which is the default.
 */
function pictureOf({ picture }: ExportedVariant, { variants, pictures }: ExportedProduct): string {
  const pictureIndex = pictures.findIndex(({ url }) => url === pictures[picture]?.url);
  return variants.length === 1 && pictureIndex < 1 ? "" : (pictures[Math.max(pictureIndex, 0)]?.url ?? "");
}

const pictureCells = (picture: ExportedPicture | undefined, at: number): Cells =>
  picture ? { "Image Src": picture.url, "Image Position": String(at + 1), "Image Alt Text": picture.alt } : {};
