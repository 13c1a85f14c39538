import type { ExportedAttribute } from "../../../catalog/rules/exported-product.ts";
import { productFields } from "../../../catalog/rules/product-values.ts";
import { variantFields } from "../../../catalog/rules/variant-fields.ts";

/** Shopify's own columns, in its order. */
const shopify = [
  "Handle",
  "Title",
  "Body (HTML)",
  "Vendor",
  "Type",
  "Tags",
  "Published",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Option3 Name",
  "Option3 Value",
  "Variant SKU",
  "Variant Grams",
  "Variant Inventory Tracker",
  "Variant Inventory Qty",
  "Variant Inventory Policy",
  "Variant Fulfillment Service",
  "Variant Price",
  "Variant Compare At Price",
  "Variant Requires Shipping",
  "Variant Taxable",
  "Variant Barcode",
  "Image Src",
  "Image Position",
  "Image Alt Text",
  "Gift Card",
  "Variant Image",
  "Variant Weight Unit",
  "Status",
] as const;

/** Shopify has no column for the time of creation: this header has the form of a custom field. */
export const createdHeader = "Created (product.metafields.storefront.created)";

const headersOf = (fields: Readonly<Record<string, { header: string }>>) => Object.values(fields).map(({ header }) => header);
const fixedColumns = [...new Set<string>([...shopify, ...headersOf(productFields), createdHeader, ...headersOf(variantFields)])];

export type Cells = Readonly<Record<string, string>>;

const headerOf = ({ name, slug }: ExportedAttribute): string => `${name} (product.metafields.attributes.${slug})`;

/** The file's headers: the known columns, then one for each attribute. */
export const headers = (attributes: readonly ExportedAttribute[]): string[] => [...fixedColumns, ...attributes.map(headerOf)];

/** A record in the order of the headers. */
export const recordOf = (cells: Cells, attributeCells: readonly string[]): string[] => [
  ...fixedColumns.map((column) => cells[column] ?? ""),
  ...attributeCells,
];
