import type { Cents } from "../../money.ts";
import type { Outcome } from "../../outcome.ts";
import type { Draft, DraftAttribute } from "./draft.ts";

/**
 * One row of a file: the line it begins on, and its cells in their order. A cell that is missing at
 * the end is absent.
 */
export type SheetRow = { line: number; cells: readonly string[] };

export type BadRow = { line: number; reason: string };

/** A product as the file has it, or why it is left out. */
export type Reading = {
  slug: string;
  draft?: Draft;
  faults: readonly BadRow[];
  /** the file says that it is not to be imported */
  skipped?: true;
  /** the name of the category that it needs and the shop lacks */
  missingCategory?: string;
};

/** What a mapping file may classify a product by. */
export type ProductWords = {
  types: readonly string[];
  /** the types after the first that is known say nothing more */
  areAlternatives?: true;
  tags: readonly string[];
  /** option name → its values in this product */
  options: ReadonlyMap<string, readonly string[]>;
  /** header → cell, of columns that the format itself does not import */
  columns: ReadonlyMap<string, string>;
};

/**
 * The category's slug and the attributes of a product; undefined where the mapping says nothing.
 */
export type Classification = {
  category: string | undefined;
  attributes: readonly DraftAttribute[] | undefined;
  /** a name that a new category could have, where there is neither a category nor one for such products */
  missing?: string | undefined;
};

/**
 * Classifies products by their words. `columns` are those that it reads, in lower case; `notes`,
 * asked after the last product, are lines for the owner.
 */
export type Classify = ((words: ProductWords) => Classification) & {
  columns?: ReadonlySet<string>;
  notes?: () => readonly string[];
};

export type ProductOptions = {
  /** category slugs by slug and by lower-case name */
  categories: ReadonlyMap<string, string>;
  /** category slug for products that name none */
  fallback: string | undefined;
  /** classifies by the owner's mapping file; without a file nothing is classified */
  classify: Classify;
  /** cents of a text in dollars, undefined when it is no price */
  parsePrice: (text: string) => Cents | undefined;
};

/** A kind of product file. */
export type Format = {
  /** its name for the owner: "Shopify", "WooCommerce" */
  name: string;
  /** the required headers of this format that are missing; empty when the file is of this format */
  lacking(headers: readonly string[]): readonly string[];
  /** a reader for one file with these headers; it has state, so each file has its own */
  open(headers: readonly string[]): SheetReader;
};

/**
 * Reads a file in two passes: first every row is assigned to a product, then products are read,
 * each with all its rows.
 */
export type SheetReader = {
  /** positions of the columns that are imported */
  taken: ReadonlySet<number>;
  /**
   * First pass: the key of the product that this row belongs to. Rows of one key make one product
   * wherever they stand.
   */
  place(row: SheetRow): Outcome<string>;
  /**
   * After the first pass: keys that turned out to be another's (a variation that stood above its
   * parent).
   */
  aliases(): ReadonlyMap<string, string>;
  /**
   * The key of the product that a malformed row seems to belong to, by its raw text; undefined
   * where that is unknown.
   */
  keyOfMalformed(text: string): string | undefined;
  /** Second pass: the product of one key, from its rows in the file's order. */
  product(key: string, rows: readonly SheetRow[], options: ProductOptions): Reading;
  /** After the second pass: further notes for the owner, a line each. */
  notes(): readonly string[];
};
