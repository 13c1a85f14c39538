import { productPath } from "../../catalog/paths.ts";
import { few } from "../../catalog/rules/labels.ts";
import { pictureToShare } from "../../catalog/rules/pictures.ts";
import { fullName } from "../../catalog/rules/product.ts";
import type { ProductFields } from "../../catalog/rules/product-fields.ts";
import { productHead } from "../../catalog/rules/product-head.ts";
import { variantFieldNames, variantFields } from "../../catalog/rules/variant-fields.ts";
import type { StockRow } from "../../catalog/stock-list.ts";
import { newShortId } from "../../ids.ts";
import { pictureSources } from "../../media/sources.ts";
import { view } from "../../web/view.ts";
import { type FieldView, fieldError, formErrors, type ResentForm, resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import {
  staffNewProductPath,
  staffProductArchivePath,
  staffProductCopyPath,
  staffProductPath,
  staffProductPreviewPath,
  staffProductRemovalPath,
  staffProductsPath,
  staffSchedulePath,
  staffStockPath,
  staffVariantStockPath,
} from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import { type CostsInput, costsPart } from "./costs-part.ts";
import { type PapersInput, papersPart } from "./papers-part.ts";
import { type PicturesInput, picturesPart } from "./pictures-page.ts";
import type { ProductGrid } from "./product-grid.ts";
import { productState } from "./product-row.ts";
import { blankRow, type GridRow } from "./rules/variant-grid.ts";
import { mayWriteStock } from "./stock-page.ts";

type ProductInput = {
  /** undefined for a new product */
  id: string | undefined;
  /** the id under which a new product is stored */
  newId: string;
  seen: string;
  fields: readonly FieldView[];
  grid: ProductGrid;
  history: readonly HistoryEntry[];
  /** the address of the shop's own pages, which are not on the staff's host */
  publicUrl: string;
  /** former addresses */
  redirects: readonly string[];
  blankIds: readonly string[];
  /** the stock of all variants of the product, even of variants that are no longer sold */
  stock: readonly StockRow[];
  /** the stored product and its pictures; undefined for a new product */
  pictures: (PicturesInput & { product: ProductFields }) | undefined;
  /** undefined for a new product, and for people who don't see reports */
  costs: CostsInput | undefined;
  /** undefined for a new product */
  papers: PapersInput | undefined;
  /** variants of any product that have the same SKU as a variant of this product */
  sharingSkus: readonly StockRow[];
};

type FormResult = ResentForm & { notice?: string | undefined };

/** The fields of the panel “Product”, and the first fields of the panel “In the shop”. */
const aboutFields = ["name", "slug", "description", "attributes"];
const listingFields = ["published", "premium", "category", "brand", "label"];
/** The fields of the panel “Search engines”. */
const headFields = ["seoTitle", "seoDescription"];
const placed = [...aboutFields, ...listingFields, ...headFields];

const inputModes = { code: "text", cents: "decimal", grams: "numeric", units: "numeric" } as const;

/**
 * The units of a variant left to sell, and the link to change them; undefined for a row that is not
 * saved.
 */
const stockCell = (stock: readonly StockRow[], id: string) => {
  const variant = stock.find((each) => each.id === id);
  return variant && { units: String(variant.onHand - variant.reserved), href: staffVariantStockPath(id) };
};

/** The link to a product's stock: the page of its one variant, or the list of several. */
const stockHref = ([first, ...others]: readonly StockRow[]): string | undefined => {
  if (!first) return undefined;
  return others.length === 0
    ? staffVariantStockPath(first.id)
    : `${staffStockPath}?${new URLSearchParams({ q: first.productName })}`;
};

/** A row of the grid; each cell has its own field name and label. */
const gridRow = (names: readonly string[], stock: readonly StockRow[]) => (row: GridRow, at: number) => ({
  at,
  id: row.id,
  number: at + 1,
  isActive: row.isActive,
  opening: row.stock ?? "",
  stock: stockCell(stock, row.id),
  cells: [
    ...names.map((name, option) => ({
      name: `v${at}-o${option}`,
      label: name || `Option ${option + 1}`,
      value: row.options[option] ?? "",
      mode: "text",
      isOption: true,
    })),
    ...variantFieldNames.map((name) => ({
      name: `v${at}-${name}`,
      label: variantFields[name].label,
      value: row[name],
      mode: inputModes[variantFields[name].kind],
      isOption: false,
    })),
  ],
});

/** The forms to duplicate and to archive a product, and the link to delete it. */
const keepingPart = (id: string, isArchived: boolean) => ({
  duplicate: staffProductCopyPath(id),
  copyId: newShortId(),
  archive: staffProductArchivePath(id),
  isArchived,
  removal: staffProductRemovalPath(id),
});

/** The saved product as search engines and shared links show it. */
function headPreview({ publicUrl, fields }: ProductInput, { product, saved }: NonNullable<ProductInput["pictures"]>) {
  const categories = fields.find(({ name }) => name === "category")?.choices ?? [];
  const category = categories.find(({ value }) => value === product.category)?.label ?? product.category;
  const pictures = saved.pictures.map(({ sharing, ...media }) => ({ ...pictureSources(media), ...(sharing && { sharing }) }));
  return {
    ...productHead({ ...product, category }),
    address: publicUrl + productPath(product.slug),
    picture: pictureToShare(pictures)?.src,
  };
}

/** A product with its variants in a grid; new and existing products have the same form. */
export const productFormPage = (context: StaffContext, input: ProductInput, { notice, refusal, typed }: FormResult = {}) => {
  const { id, newId, seen, grid, history, redirects, blankIds, publicUrl, stock, sharingSkus, pictures } = input;
  const fields = resentFields(input.fields, { refusal, typed });
  const panel = (names: readonly string[]) => names.flatMap((name) => fields.filter((field) => field.name === name));
  const textOf = (name: string) => fields.find((field) => field.name === name)?.value.trim() ?? "";
  const heading = id === undefined ? "New product" : textOf("name");
  const isPublished = fields.some(({ name, checked }) => name === "published" && checked);
  const isArchived = pictures?.product.archived ?? false;
  const mayWrite = may(context.staff, "products:write");
  const sold = stock.filter(({ id }) => grid.rows.some((row) => row.id === id && row.isActive));
  const names = grid.optionNames;
  const rows = [...grid.rows, ...blankIds.map(blankRow)];
  return {
    ...staffFrame(context, heading, staffProductsPath),
    token: context.token,
    notice,
    sharingSkus: sharingSkus.map(({ id, sku, productName, variantName }) => ({
      href: staffVariantStockPath(id),
      name: `${fullName(productName, variantName)}: ${sku}`,
    })),
    list: staffProductsPath,
    isNew: id === undefined,
    id: newId,
    seen,
    action: id === undefined ? staffNewProductPath : staffProductPath(id),
    heading,
    state: productState({ published: isPublished, archived: isArchived }),
    keeping: id !== undefined && mayWrite ? keepingPart(id, isArchived) : undefined,
    inShop: id !== undefined && isPublished ? publicUrl + productPath(textOf("slug")) : undefined,
    pictures: id === undefined || !pictures ? undefined : picturesPart(context, id, pictures.product, pictures),
    costs: id === undefined || !pictures || !input.costs ? undefined : costsPart(context, id, pictures.product, input.costs),
    papers: id === undefined || !input.papers ? undefined : papersPart(context, id, input.papers),
    schedule: id === undefined ? undefined : staffSchedulePath(id),
    preview: id === undefined ? undefined : staffProductPreviewPath(id),
    mayWrite,
    ...formErrors(refusal),
    about: panel(aboutFields),
    search: { fields: panel(headFields), preview: pictures && headPreview(input, pictures) },
    listing: [...panel(listingFields), ...fields.filter(({ name }) => !placed.includes(name))],
    variantsError: fieldError(refusal, "variants"),
    options: names.map((value, option) => ({ name: `option${option}`, label: `Option ${option + 1}`, value })),
    head: [
      ...names.map((name, option) => name || `Option ${option + 1}`),
      ...variantFieldNames.map((name) => variantFields[name].label),
    ],
    rows: rows.map(gridRow(names, stock)),
    lowAt: few,
    opens: id === undefined && mayWriteStock(context),
    seesStock: id !== undefined && may(context.staff, "stock:read"),
    stock: stockHref(stock),
    lacksStock: sold.length > 0 && sold.every(({ onHand, reserved }) => onHand - reserved <= 0),
    paste: { hint: "Cells that you copy from a spreadsheet can be pasted right into the grid." },
    pasted: {
      name: "pasted",
      label: "Paste from a spreadsheet",
      hint: "Copy rows with their head, or name the options first. Rows with a SKU or options that are here change that variant; others are added. They are shown for checking first.",
      value: grid.pasted,
      error: fieldError(refusal, "pasted"),
      maxlength: "200000",
    },
    history,
    redirects: redirects.map((slug) => ({ path: productPath(slug) })),
  };
};

type ProductFormPage = ReturnType<typeof productFormPage>;
export const productFormView = view<ProductFormPage>("staff/product");
