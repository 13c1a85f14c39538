import { type Cents, dollars } from "../../money.ts";

/**
 * A code is an SKU or a barcode. A field of kind `cents` may be empty unless it is required. A field
 * of kind `units` is a whole number, or empty.
 */
export type FieldKind = "code" | "cents" | "grams" | "units";

type VariantField = {
  kind: FieldKind;
  column: string;
  /** the column's head in the staff's grid, and in a table pasted into the grid */
  label: string;
  /** the field's name in histories, messages and reports of imports */
  word: string;
  required?: true;
  /** the text before the value in a line with all values of a variant */
  prefix?: string;
  /** other heads of a pasted column, in lower case */
  heads: readonly string[];
  /** the column's header in an export; an import also accepts `otherHeaders` */
  header: string;
  otherHeaders: readonly string[];
  /** the format of a cell, for people who write files */
  form: string;
  example: string;
};

const fields = {
  sku: {
    kind: "code",
    column: "sku",
    label: "SKU",
    word: "SKU",
    heads: ["variant sku"],
    header: "Variant SKU",
    otherHeaders: ["SKU"],
    form: "A code that no other variant has",
    example: "OB-S",
  },
  price: {
    kind: "cents",
    column: "price",
    label: "Price",
    word: "price",
    required: true,
    heads: ["variant price", "regular price"],
    header: "Variant Price",
    otherHeaders: ["Price"],
    form: "Dollars and cents",
    example: "12.50",
  },
  compareAt: {
    kind: "cents",
    column: "compare_at",
    label: "Compare-at",
    word: "compare-at price",
    prefix: "was ",
    heads: ["compare at", "compare-at price", "variant compare at price", "was"],
    header: "Variant Compare At Price",
    otherHeaders: ["Compare-at price"],
    form: "The price before, where it was higher",
    example: "15.00",
  },
  grams: {
    kind: "grams",
    column: "grams",
    label: "Grams",
    word: "weight",
    heads: ["weight", "weight (g)", "variant grams"],
    header: "Variant Grams",
    otherHeaders: ["Weight value (grams)"],
    form: "Weight in grams",
    example: "350",
  },
  barcode: {
    kind: "code",
    column: "barcode",
    label: "Barcode",
    word: "barcode",
    heads: ["variant barcode", "ean", "gtin"],
    header: "Variant Barcode",
    otherHeaders: ["Barcode"],
    form: "Its number, or any text",
    example: "4006381333931",
  },
  lowStock: {
    kind: "units",
    column: "low_stock",
    label: "Low at",
    word: "low-stock threshold",
    prefix: "low at ",
    heads: ["low stock amount", "low stock", "low-stock threshold"],
    header: "Low Stock Amount",
    otherHeaders: ["Low stock threshold"],
    form: "The number of units left that counts as low; leave empty for the shop’s number",
    example: "12",
  },
} as const satisfies Record<string, VariantField>;

type Fields = typeof fields;
export type VariantFieldName = keyof Fields;

type Empty<Field> = Field extends { required: true } ? never : null;
type ValueOf<Field extends VariantField> = Field["kind"] extends "cents"
  ? Cents | Empty<Field>
  : Field["kind"] extends "grams"
    ? number
    : Field["kind"] extends "units"
      ? number | null
      : string;

/** The values of a variant. Each has one column in the table and one cell in a file. */
export type VariantValues = { [Name in VariantFieldName]: ValueOf<Fields[Name]> };
export type VariantValue = VariantValues[VariantFieldName];

/** An absent field gets its default in a new product, and keeps its value in a saved product. */
export type NewVariantValues = Pick<VariantValues, "price"> & {
  [Name in Exclude<VariantFieldName, "price">]?: VariantValues[Name] | undefined;
};

export type VariantColumn = Fields[VariantFieldName]["column"];
type Columns = { [Name in VariantFieldName as Fields[Name]["column"]]: VariantValues[Name] };

/** The fields of a variant, without its options, in the order of the staff's grid. */
export const variantFields: Readonly<Record<VariantFieldName, VariantField>> = fields;
export const variantFieldNames = Object.keys(fields) as VariantFieldName[];
export const variantColumns: readonly VariantColumn[] = variantFieldNames.map((name) => fields[name].column);

/** Makes a record with a value for each field of a variant. */
export const mapVariant = <Made>(make: (name: VariantFieldName) => Made) =>
  Object.fromEntries(variantFieldNames.map((name) => [name, make(name)])) as Record<VariantFieldName, Made>;

const emptyValues = { code: "", cents: null, grams: 0, units: null } as const;

/** The value of a field for which nobody has given a value. */
export const emptyValue = (name: VariantFieldName): "" | null | 0 => emptyValues[variantFields[name].kind];

/** Reads the values from a row of the variants' table. */
export const valuesOfRow = (row: Readonly<Columns>): VariantValues =>
  mapVariant((name) => row[fields[name].column]) as VariantValues;

type GivenValues = { readonly [Name in VariantFieldName]?: VariantValue | undefined };

/** Converts values to columns; an undefined value leaves its column unchanged. */
export const columnsOfValues = (values: GivenValues): Partial<Columns> =>
  Object.fromEntries(
    variantFieldNames.filter((name) => values[name] !== undefined).map((name) => [fields[name].column, values[name]]),
  );

/** The columns of a new variant without values. */
export const emptyColumns = columnsOfValues(mapVariant(emptyValue)) as Columns;

/**
 * A value in words, such as `$12.50` or `350 g`. An undefined value, from an older version, counts
 * as empty.
 */
export function valueWords(name: VariantFieldName, stored: VariantValue | undefined): string {
  const value = stored ?? emptyValue(name);
  const { kind } = variantFields[name];
  if (kind === "grams") return `${value} g`;
  if (kind === "units") return value === null ? "the shop’s" : String(value);
  return typeof value === "number" ? dollars(value) : value || "none";
}

/** All values of a variant except its SKU, in words. Leaves out empty values. */
export const variantFacts = (variant: Partial<VariantValues>): string[] =>
  variantFieldNames
    .filter((name) => name !== "sku" && (variant[name] ?? emptyValue(name)) !== emptyValue(name))
    .map((name) => `${variantFields[name].prefix ?? ""}${valueWords(name, variant[name])}`);
