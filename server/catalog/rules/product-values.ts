import { isLabel, type Label, labels } from "./labels.ts";

/** A line is a text without line ends; a flag is stored as 0 or 1. */
export type ProductFieldKind = "line" | "flag" | "label";

type ProductField = {
  kind: ProductFieldKind;
  column: string;
  /** the field's name in forms, histories, and conflicts; in lower case in messages */
  label: string;
  required?: true;
  /** the most characters of a line, if they are not 255 */
  longest?: number;
  /** the field's value in a new product for which nobody gave a value */
  initial: string | boolean | null;
  /** the header of the field's column in a file; an import also accepts `otherHeaders` */
  header: string;
  otherHeaders?: readonly string[];
  /** the format of a cell, for people who write files */
  form: string;
  example: string;
};

const flagForm = "true or false";

const fields = {
  name: {
    kind: "line",
    column: "name",
    label: "Name",
    required: true,
    initial: "",
    header: "Title",
    form: "Its name, in its first row",
    example: "Oak bowl",
  },
  brand: { kind: "line", column: "brand", label: "Brand", initial: "", header: "Vendor", form: "Its brand", example: "Kin" },
  seoTitle: {
    kind: "line",
    column: "seo_title",
    label: "Title for search engines",
    initial: "",
    header: "SEO Title",
    form: "The title of its page; empty for its name and brand",
    example: "Oak bowl, turned by hand",
  },
  seoDescription: {
    kind: "line",
    column: "seo_description",
    label: "Description for search engines",
    longest: 320,
    initial: "",
    header: "SEO Description",
    form: "A sentence or two; empty for the first words of its description",
    example: "A bowl of solid oak for fruit and bread.",
  },
  label: {
    kind: "label",
    column: "label",
    label: "Label",
    initial: null,
    header: "Label (product.metafields.storefront.label)",
    form: `none, or ${labels.join(", ")}`,
    example: "sale",
  },
  premium: {
    kind: "flag",
    column: "premium",
    label: "Premium",
    initial: false,
    header: "Premium (product.metafields.storefront.premium)",
    form: flagForm,
    example: "false",
  },
  published: {
    kind: "flag",
    column: "published",
    label: "Published",
    initial: true,
    header: "Published",
    otherHeaders: ["Published on online store"],
    form: flagForm,
    example: "true",
  },
  archived: {
    kind: "flag",
    column: "archived",
    label: "Archived",
    initial: false,
    header: "Archived (product.metafields.storefront.archived)",
    form: `${flagForm}; an archived product isn’t published`,
    example: "false",
  },
} as const satisfies Record<string, ProductField>;

type Fields = typeof fields;
export type ProductFieldName = keyof Fields;

type ValueByKind = { line: string; flag: boolean; label: Label | null };
type ColumnByKind = { line: string; flag: 0 | 1; label: string | null };

/** The values of a product. Each has one column in the table and one cell in a file. */
export type ProductValues = { [Name in ProductFieldName]: ValueByKind[Fields[Name]["kind"]] };
export type ProductValue = ProductValues[ProductFieldName];

/** An absent field gets its initial value in a new product, and keeps its value in a saved one. */
export type NewProductValues = Pick<ProductValues, "name"> & {
  [Name in Exclude<ProductFieldName, "name">]?: ProductValues[Name] | undefined;
};

export type ProductColumn = Fields[ProductFieldName]["column"];
type Columns = { [Name in ProductFieldName as Fields[Name]["column"]]: ColumnByKind[Fields[Name]["kind"]] };

/** A product's fields, except address, category, description, attributes, and variants. */
export const productFields: Readonly<Record<ProductFieldName, ProductField>> = fields;
export const productFieldNames = Object.keys(fields) as ProductFieldName[];
export const productColumns: readonly ProductColumn[] = productFieldNames.map((name) => fields[name].column);

/** Calls `make` for each field of a product, and returns the results by field name. */
export const mapProduct = <Made>(make: (name: ProductFieldName) => Made) =>
  Object.fromEntries(productFieldNames.map((name) => [name, make(name)])) as Record<ProductFieldName, Made>;

const valueByKind: Readonly<Record<ProductFieldKind, (column: string | number | null) => ProductValue>> = {
  line: String,
  flag: (column) => column === 1,
  label: (column) => (typeof column === "string" && isLabel(column) ? column : null),
};

/** Reads a product's values from a row of the table `product`. */
export const productValuesOfRow = (row: Readonly<Record<ProductColumn, string | number | null>>): ProductValues =>
  mapProduct((name) => valueByKind[fields[name].kind](row[fields[name].column])) as ProductValues;

/** Converts values to columns; an undefined value leaves its column unchanged. */
export const columnsOfProduct = (
  values: Readonly<Partial<Record<ProductFieldName, ProductValue | undefined>>>,
): Partial<Columns> =>
  Object.fromEntries(
    productFieldNames.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[fields[name].column, typeof value === "boolean" ? Number(value) : value]];
    }),
  );

/** The columns of a new product whose fields all have their initial values. */
export const initialColumns = columnsOfProduct(mapProduct((name) => fields[name].initial)) as Columns;
