import { mapVariant, type VariantFieldName, variantFieldNames, variantFields } from "../../../catalog/rules/variant-fields.ts";
import { cellsOf } from "./pasted-cells.ts";

/** A typed row of the grid. */
export type GridRow = Record<VariantFieldName, string> & {
  id: string;
  /** false if the variant is not sold; the row stays for the variant's history */
  isActive: boolean;
  /** a value for each option of the product */
  options: readonly string[];
  /** the first units of a variant of a new product */
  stock?: string | undefined;
};

export const mostOptions = 3;

export const isBlank = ({ options, stock = "", ...row }: GridRow): boolean =>
  stock === "" && options.every((value) => value === "") && variantFieldNames.every((name) => row[name] === "");

export const blankRow = (id: string): GridRow => ({
  id,
  isActive: true,
  options: Array<string>(mostOptions).fill(""),
  ...mapVariant(() => ""),
});

/** The names that a spreadsheet's head may give a column, in lower case. */
const heads: ReadonlyMap<string, VariantFieldName> = new Map(
  variantFieldNames.flatMap((name) => {
    const { label, heads } = variantFields[name];
    return [label.toLowerCase(), ...heads].map((head) => [head, name] as const);
  }),
);

/**
 * Heads of columns that count units. Such pasted columns are not used, since stock is only changed
 * with a reason (catalog/stock-movements.ts).
 */
const unitHeads = ["stock", "in stock", "on hand", "inventory", "stock quantity", "inventory quantity", "variant inventory qty"];
const isUnits = (head: string): boolean => unitHeads.includes(head.toLowerCase());

/**
 * `options`: the names of options in the head row, absent without a head row; `leftOut`: the names
 * of pasted columns that count units.
 */
export type PastedRows = { options: string[] | undefined; leftOut: string[]; rows: Omit<GridRow, "id" | "isActive">[] };

/**
 * `optionCount`: the number of named options; `from`: the grid's column for the first pasted cell,
 * if known.
 */
type PasteTarget = { optionCount: number; from?: number | undefined };

/** The target of a pasted column: a column of text, an option by its number, or nothing. */
type Column = VariantFieldName | number | undefined;

function namedColumns(head: readonly string[]): Column[] {
  let option = 0;
  return head.map((name) => {
    const column = heads.get(name.toLowerCase());
    if (column !== undefined || isUnits(name) || option === mostOptions) return column;
    option += 1;
    return option - 1;
  });
}

const optionNumbers = (count: number): number[] => Array.from({ length: count }, (_, option) => option);

/**
 * Reads variants copied from a spreadsheet.
 *
 * - If the first row names a known column, it is the head row. Its other names are options, except
 *   the names of columns that count units.
 * - Without a head row, the columns are the columns of the grid, beginning with the column `from`.
 * - Without a head row and `from`, the columns are the named options and then all other columns.
 * - Without a head row, `from` and named options, the result is undefined, since the first column
 *   may be an option or the SKU.
 */
export function pastedRows(text: string, { optionCount, from }: PasteTarget): PastedRows | undefined {
  const [first = [], ...others] = cellsOf(text);
  const hasHead = first.some((name) => heads.get(name.toLowerCase()) !== undefined);
  if (!hasHead && from === undefined && optionCount === 0) return undefined;
  const placed =
    from === undefined
      ? [...optionNumbers(optionCount), ...variantFieldNames]
      : [...optionNumbers(mostOptions), ...variantFieldNames].slice(from);
  const columns: readonly Column[] = hasHead ? namedColumns(first) : placed;
  const rows = (hasHead ? others : [first, ...others]).map((cells) => {
    const at = (column: Column) => cells[columns.indexOf(column)] ?? "";
    return {
      options: optionNumbers(mostOptions).map(at),
      ...mapVariant(at),
    };
  });
  return {
    options: hasHead ? first.filter((_, at) => typeof columns[at] === "number") : undefined,
    leftOut: hasHead ? first.filter(isUnits) : [],
    rows: rows.filter((row) => !isBlank({ id: "", isActive: true, ...row })),
  };
}

/** Fills pasted cells into a row of the grid; an empty cell keeps the row's value. */
function fillRow(row: GridRow, pasted: PastedRows["rows"][number]): GridRow {
  return {
    ...row,
    isActive: true,
    options: row.options.map((value, at) => pasted.options[at] || value),
    ...mapVariant((name) => pasted[name] || row[name]),
  };
}

/**
 * Fills pasted rows into the grid: into rows with the same SKU or options, or else into new rows.
 * A row whose SKU another pasted row has is not found by its options.
 */
export function withPasted(grid: readonly GridRow[], { rows }: PastedRows, newId: () => string): GridRow[] {
  const merged = grid.filter((row) => !isBlank(row));
  const skus = new Set(rows.map(({ sku }) => sku).filter((sku) => sku !== ""));
  for (const pasted of rows) {
    const choice = pasted.options.join("\n");
    const isChoice = (row: GridRow) => choice.trim() !== "" && row.options.join("\n") === choice;
    const ofSku = merged.filter(({ sku }) => pasted.sku !== "" && sku === pasted.sku);
    const isUnclaimed = ({ sku }: GridRow) => pasted.sku === "" || !skus.has(sku);
    const match = ofSku.find(isChoice) ?? ofSku[0] ?? merged.find((row) => isChoice(row) && isUnclaimed(row));
    const at = match ? merged.indexOf(match) : -1;
    const row = merged[at];
    if (row) merged[at] = fillRow(row, pasted);
    else merged.push(fillRow(blankRow(newId()), pasted));
  }
  return merged;
}
