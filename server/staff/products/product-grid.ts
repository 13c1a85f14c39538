import type { ProductFields, VariantFields } from "../../catalog/rules/product-fields.ts";
import { countedUnits } from "../../catalog/rules/stock-reasons.ts";
import { mapVariant } from "../../catalog/rules/variant-fields.ts";
import { newShortId } from "../../ids.ts";
import { invalidFields, type Outcome, ok } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { FormBody } from "../forms/body.ts";
import { parseValues, typedValue } from "./rules/typed-variant.ts";
import { type GridRow, isBlank, mostOptions, pastedRows, withPasted } from "./rules/variant-grid.ts";
import type { OpeningStock } from "./stock-actions.ts";

/** A product's grid of variants, with the texts that somebody typed. */
export type ProductGrid = {
  optionNames: readonly string[];
  rows: readonly GridRow[];
  /** pasted cells of a spreadsheet */
  pasted: string;
  /** the grid's column for the first pasted cell, if somebody pasted into the grid */
  pastedFrom?: number | undefined;
};

const longestText = 200_000;
const mostRows = 400;

/** Trims a cell, and keeps control characters, which `lineFault` refuses later. */
const trimmed = (value: unknown): string => readText(value).slice(0, 1000).trim();

function readRow(body: FormBody, at: number): GridRow & { order: number } {
  const cell = (column: string) => trimmed(body[`v${at}-${column}`]);
  const id = cell("id");
  const order = Number(cell("order"));
  return {
    id: /^[\w-]{1,64}$/.test(id) ? id : newShortId(),
    isActive: cell("active") === "1",
    options: Array.from({ length: mostOptions }, (_, option) => cell(`o${option}`)),
    ...mapVariant(cell),
    stock: cell("stock"),
    order: Number.isFinite(order) && cell("order") !== "" ? order : at + 1,
  };
}

/** Reads the grid of a sent form, with the rows in the typed order and without blank rows. */
export function readGrid(body: FormBody): ProductGrid {
  const places = Object.keys(body)
    .flatMap((name) => /^v(\d{1,3})-id$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other)
    .slice(0, mostRows);
  const rows = places
    .map((at) => readRow(body, at))
    .filter((row) => !isBlank(row))
    .sort((one, other) => one.order - other.order)
    .map(({ order: _, ...row }) => row);
  return {
    optionNames: Array.from({ length: mostOptions }, (_, option) => trimmed(body[`option${option}`])),
    rows,
    pasted: readText(body.pasted).slice(0, longestText),
    pastedFrom: /^\d$/.test(trimmed(body.pastedFrom)) ? Number(body.pastedFrom) : undefined,
  };
}

const headMissing = "Copy the rows with their head, or name the options first: the columns can’t be told without.";

/** Writes the pasted cells into the grid; `leftOut` names the pasted columns that are not used. */
export function fillPasted(grid: ProductGrid): Outcome<{ grid: ProductGrid; leftOut: readonly string[] }> {
  const optionCount = grid.optionNames.filter((name) => name !== "").length;
  const pasted = pastedRows(grid.pasted, { optionCount, from: grid.pastedFrom });
  if (!pasted) return invalidFields([{ field: "pasted", message: headMissing }]);
  const names = pasted.options;
  const filled = {
    pasted: "",
    pastedFrom: grid.pastedFrom,
    optionNames: names?.length ? Array.from({ length: mostOptions }, (_, at) => names[at] ?? "") : grid.optionNames,
    rows: withPasted(grid.rows, pasted, newShortId),
  };
  return ok({ grid: filled, leftOut: pasted.leftOut });
}

const rowOf =
  (names: readonly string[], isActive: boolean) =>
  (variant: VariantFields): GridRow => ({
    id: variant.id,
    isActive,
    options: names.map((name) => variant.options[name] ?? ""),
    ...mapVariant((name) => typedValue(name, variant[name])),
  });

/** The grid of a saved product; `inactive` are variants that are no longer sold. */
export function savedGrid({ variants }: Pick<ProductFields, "variants">, inactive: readonly VariantFields[]): ProductGrid {
  const optionNames = Object.keys(variants[0]?.options ?? {});
  const names = Array.from({ length: mostOptions }, (_, at) => optionNames[at] ?? "");
  return {
    optionNames: names,
    rows: [...variants.map(rowOf(names, true)), ...inactive.map(rowOf(names, false))],
    pasted: "",
  };
}

const nameOfRow = ({ sku }: GridRow, at: number): string => (sku === "" ? `Row ${at + 1}` : sku);

/** Reads the opening stock of a new product's variants; refuses an invalid number of units. */
export function readOpeningStock({ rows }: ProductGrid): Outcome<OpeningStock[]> {
  const opening: OpeningStock[] = [];
  for (const [at, row] of rows.filter(({ isActive }) => isActive).entries()) {
    if (!row.stock) continue;
    const units = countedUnits(row.stock);
    if (!units.ok)
      return invalidFields([
        { field: "variants", message: `${nameOfRow(row, at)}: enter the stock as a whole number, such as 12.` },
      ]);
    if (units.value > 0) opening.push({ variantId: row.id, units: units.value });
  }
  return ok(opening);
}

/** The variant of a row, or why the row is invalid. */
function readVariant(row: GridRow, names: readonly string[], at: number): VariantFields | string {
  const where = nameOfRow(row, at);
  const values = parseValues(row);
  const options = names.flatMap((name, option) => (name === "" ? [] : [[name, row.options[option] ?? ""] as const]));
  const unnamed = row.options.findIndex((value, option) => value !== "" && (names[option] ?? "") === "");
  if (!values.ok) return `${where}: ${values.error}`;
  if (unnamed >= 0) return `Name option ${unnamed + 1}, such as Size.`;
  if (options.some(([, value]) => value === "")) return `${where}: fill in ${options.find(([, value]) => value === "")?.[0]}.`;
  return { ...values.value, id: row.id, options: Object.fromEntries(options) };
}

/** Reads the variants on sale; refuses two options with the same name, and invalid values. */
export function readVariants({ optionNames, rows }: ProductGrid): Outcome<VariantFields[]> {
  const usedNames = optionNames.filter((name) => name !== "");
  const variants = rows.filter(({ isActive }) => isActive).map((row, at) => readVariant(row, optionNames, at));
  const faults = [
    new Set(usedNames).size < usedNames.length ? "Two options have the same name." : undefined,
    variants.find((variant) => typeof variant === "string"),
  ].filter((message) => message !== undefined);
  if (faults.length > 0) return invalidFields(faults.map((message) => ({ field: "variants", message })));
  return ok(variants.filter((variant) => typeof variant !== "string"));
}
