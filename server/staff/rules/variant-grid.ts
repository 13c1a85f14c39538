/** A typed row of the grid. */
export type GridRow = {
  id: string;
  /** false: it is not sold, and stays for its history */
  isActive: boolean;
  /** a value for each option of the product */
  options: readonly string[];
  sku: string;
  price: string;
  compareAt: string;
  grams: string;
  barcode: string;
  /** the first units of a variant of a new product */
  stock?: string | undefined;
};

/** The columns of text beside the options, in the grid's order. */
export const gridColumns = ["sku", "price", "compareAt", "grams", "barcode"] as const;
export type GridColumn = (typeof gridColumns)[number];

export const gridWords: Readonly<Record<GridColumn, string>> = {
  sku: "SKU",
  price: "Price",
  compareAt: "Compare-at",
  grams: "Grams",
  barcode: "Barcode",
};

export const mostOptions = 3;

export const isBlank = ({ options, stock = "", ...row }: GridRow): boolean =>
  stock === "" && options.every((value) => value === "") && gridColumns.every((column) => row[column] === "");

export const blankRow = (id: string): GridRow => ({
  ...{ id, isActive: true, options: Array<string>(mostOptions).fill("") },
  ...{ sku: "", price: "", compareAt: "", grams: "", barcode: "" },
});

/** The names that a spreadsheet's head may give a column. */
const heads: Readonly<Record<string, GridColumn>> = {
  sku: "sku",
  "variant sku": "sku",
  price: "price",
  "variant price": "price",
  "regular price": "price",
  "compare-at": "compareAt",
  "compare at": "compareAt",
  "compare-at price": "compareAt",
  "variant compare at price": "compareAt",
  was: "compareAt",
  grams: "grams",
  weight: "grams",
  "weight (g)": "grams",
  "variant grams": "grams",
  barcode: "barcode",
  "variant barcode": "barcode",
  ean: "barcode",
  gtin: "barcode",
};

/**
 * Heads of columns that count units. Stock is moved with a reason (catalog/stock-movements.ts),
 * never typed with a product.
 */
const unitHeads = ["stock", "in stock", "on hand", "inventory", "stock quantity", "inventory quantity", "variant inventory qty"];
const isUnits = (head: string): boolean => unitHeads.includes(head.toLowerCase());

/**
 * The cells of a text that a spreadsheet copied: a cell is quoted if it contains a tab, a line end
 * or a quote.
 */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;
  for (let at = 0; at < text.length || row.length > 0; ) {
    cell.lastIndex = at;
    const [whole = "", quoted, plain = "", end = ""] = cell.exec(text) ?? [];
    row.push((quoted?.replaceAll('""', '"') ?? plain).replace(/\s+/g, " ").trim());
    at += whole.length;
    if (end === "\t") continue;
    rows.push(row);
    row = [];
    if (whole === "") break;
  }
  return rows.filter((cells) => cells.some((text) => text !== ""));
}

/**
 * `options`: the names in the head, absent if the paste has none; `leftOut`: its columns of units.
 */
export type PastedRows = { options: string[] | undefined; leftOut: string[]; rows: Omit<GridRow, "id" | "isActive">[] };

/**
 * `optionCount`: the number of named options; `from`: the column of the grid for the first cell, if
 * it is known.
 */
type PasteTarget = { optionCount: number; from?: number | undefined };

/** The target of a pasted column: a column of text, an option by its number, or nothing. */
type Column = GridColumn | number | undefined;

function namedColumns(head: readonly string[]): Column[] {
  let option = 0;
  return head.map((name) => {
    const known = heads[name.toLowerCase()];
    if (known !== undefined || isUnits(name) || option === mostOptions) return known;
    option += 1;
    return option - 1;
  });
}

const optionNumbers = (count: number): number[] => Array.from({ length: count }, (_, option) => option);

/**
 * Variants copied from a spreadsheet. A first row that names a known column is the head: then the
 * other columns are options. Without a head the columns are those of the grid, from `from` on, or
 * else its named options and the rest. Undefined if no option has a name: the first column may be
 * an option, or the SKU.
 */
export function pastedRows(text: string, { optionCount, from }: PasteTarget): PastedRows | undefined {
  const [first = [], ...others] = cellsOf(text);
  const hasHead = first.some((name) => heads[name.toLowerCase()] !== undefined);
  if (!hasHead && from === undefined && optionCount === 0) return undefined;
  const placed =
    from === undefined
      ? [...optionNumbers(optionCount), ...gridColumns]
      : [...optionNumbers(mostOptions), ...gridColumns].slice(from);
  const columns: readonly Column[] = hasHead ? namedColumns(first) : placed;
  const rows = (hasHead ? others : [first, ...others]).map((cells) => {
    const at = (column: Column) => cells[columns.indexOf(column)] ?? "";
    return {
      options: optionNumbers(mostOptions).map(at),
      sku: at("sku"),
      price: at("price"),
      compareAt: at("compareAt"),
      grams: at("grams"),
      barcode: at("barcode"),
    };
  });
  return {
    options: hasHead ? first.filter((_, at) => typeof columns[at] === "number") : undefined,
    leftOut: hasHead ? first.filter(isUnits) : [],
    rows: rows.filter((row) => !isBlank({ id: "", isActive: true, ...row })),
  };
}

/** Fills the pasted cells into the row that they match, or into a new one. */
function filled(row: GridRow, pasted: PastedRows["rows"][number]): GridRow {
  const text = (column: GridColumn) => pasted[column] || row[column];
  return {
    ...row,
    isActive: true,
    options: row.options.map((value, at) => pasted.options[at] || value),
    ...{ sku: text("sku"), price: text("price"), compareAt: text("compareAt"), grams: text("grams"), barcode: text("barcode") },
  };
}

/**
 * Fills pasted rows into the grid: into the rows with the same SKU or options, others as new rows.
 */
export function withPasted(grid: readonly GridRow[], { rows }: PastedRows, newId: () => string): GridRow[] {
  const merged = grid.filter((row) => !isBlank(row));
  for (const pasted of rows) {
    const choice = pasted.options.join("\n");
    const isChoice = (row: GridRow) => choice.trim() !== "" && row.options.join("\n") === choice;
    const ofSku = merged.filter(({ sku }) => pasted.sku !== "" && sku === pasted.sku);
    const found = pasted.sku === "" ? merged.find(isChoice) : (ofSku.find(isChoice) ?? ofSku[0]);
    const at = found ? merged.indexOf(found) : -1;
    const row = merged[at];
    if (row) merged[at] = filled(row, pasted);
    else merged.push(filled(blankRow(newId()), pasted));
  }
  return merged;
}
