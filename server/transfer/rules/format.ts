import type { Cents } from "../../money.ts";
import type { Outcome } from "../../outcome.ts";
import type { Draft, DraftAttribute } from "./draft.ts";

/**
 * One row of a file: the number of its first line, and its cells in order. The row may have fewer
 * cells than the header.
 */
export type SheetRow = { line: number; cells: readonly string[] };

export type BadRow = { line: number; reason: string };

/** A product from the file, or the reasons why it is left out. */
export type ProductReading = {
  slug: string;
  draft?: Draft;
  faults: readonly BadRow[];
  /** the file excludes the product from the import */
  skipped?: true;
  /** the name of the category that the product needs and the shop does not have */
  missingCategory?: string;
};

/** A product's words that a mapping file may use. */
export type ProductWords = {
  types: readonly string[];
  /** the types are alternatives: only the first known type counts */
  areAlternatives?: true;
  tags: readonly string[];
  /** option name → its values in this product */
  options: ReadonlyMap<string, readonly string[]>;
  /** header → cell, for columns that the format does not import */
  columns: ReadonlyMap<string, string>;
};

/** A product's category slug and attributes; undefined if the mapping does not say. */
export type Classification = {
  category: string | undefined;
  attributes: readonly DraftAttribute[] | undefined;
  /** a possible name for a new category, if the product has none and no fallback exists */
  missing?: string | undefined;
};

/**
 * Classifies products by their words. `columns` are the names of the columns that it reads, in
 * lower case. Call `notes` after the last product; it returns lines for the owner.
 */
export type Classify = ((words: ProductWords) => Classification) & {
  columns?: ReadonlySet<string>;
  notes?: () => readonly string[];
};

export type ProductOptions = {
  /** category slugs by slug and by lower-case name */
  categories: ReadonlyMap<string, string>;
  /** category slug for products without a category */
  fallback: string | undefined;
  /** classifies by the owner's mapping file; without a file it classifies nothing */
  classify: Classify;
  /** converts a text in dollars to cents; undefined if the text is no price */
  parsePrice: (text: string) => Cents | undefined;
};

/** A kind of product file. */
export type Format = {
  /** the format's name for the owner: "Shopify", "WooCommerce" */
  name: string;
  /** this format's required headers that are missing; empty if the file has this format */
  lacking(headers: readonly string[]): readonly string[];
  /**
   * opens a reader for one file with these headers; a reader has state, so each file needs its own
   */
  open(headers: readonly string[]): SheetReader;
};

/**
 * Reads a file in two passes: first it assigns every row to a product, then it reads products, each
 * with all its rows.
 */
export type SheetReader = {
  /** positions of the imported columns */
  taken: ReadonlySet<number>;
  /**
   * First pass: the key of the row's product. Rows with the same key make one product, even if
   * other rows are between them.
   */
  place(row: SheetRow): Outcome<string>;
  /**
   * After the first pass: maps keys to the keys of the products that they turned out to belong to.
   * Such a key is, for example, the key of a variation that stands above its parent in the file.
   */
  aliases(): ReadonlyMap<string, string>;
  /**
   * First pass: the key of the product that a malformed row seems to belong to, found in its raw
   * text. Undefined if unknown.
   */
  keyOfMalformed(text: string): string | undefined;
  /** Second pass: the product of one key, from its rows in the file's order. */
  product(key: string, rows: readonly SheetRow[], options: ProductOptions): ProductReading;
  /** After the second pass: further notes for the owner, one line each. */
  notes(): readonly string[];
};
