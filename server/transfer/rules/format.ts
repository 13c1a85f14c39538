import type { Cents } from "../../money.ts";
import type { Outcome } from "../../outcome.ts";
import type { Draft, DraftAttribute } from "./draft.ts";

/**
 * One row of a file: the line it begins on, and its cells in their order. A cell that is missing at
 * the end is absent.
 */
export type SheetRow = { line: number; cells: readonly string[] };

export type BadRow = { line: number; reason: string };

/** A product as the file has it, or why it is left out whole. */
export type Reading = { slug: string; draft?: Draft; faults: readonly BadRow[] };

/** The words of a product that an owner's mapping file may sort it by. */
export type Words = {
  types: readonly string[];
  tags: readonly string[];
  /** option name → its values in this product */
  options: ReadonlyMap<string, readonly string[]>;
  /** header → cell, of columns that the format itself does not take over */
  columns: ReadonlyMap<string, string>;
};

/**
 * Where a product belongs: its category's slug, and attributes; undefined where the mapping says
 * nothing.
 */
export type Sorted = { category: string | undefined; attributes: readonly DraftAttribute[] | undefined };

/**
 * Sorts a product's words. It knows which columns it looks at, lower case, and after the last
 * product what it made of the words, a line each.
 */
export type Sort = ((words: Words) => Sorted) & { columns?: ReadonlySet<string>; notes?: () => readonly string[] };

export type ProductOptions = {
  /** category slugs by slug and by lower-case name */
  categories: ReadonlyMap<string, string>;
  /** category slug for products that name none */
  fallback: string | undefined;
  /** what the owner's mapping file makes of the words; without one nothing is sorted */
  sort: Sort;
  /** cents of a text in dollars, undefined when it is none */
  parsePrice: (text: string) => Cents | undefined;
};

/** A kind of product file. */
export type Format = {
  /** as it is said to the owner: "Shopify", "WooCommerce" */
  name: string;
  /**
   * the headers without which a file is not of this format, and which this one lacks; none when it
   * is one
   */
  lacking(headers: readonly string[]): readonly string[];
  /** a reader for one file with these headers; it keeps what it saw, so each file has its own */
  open(headers: readonly string[]): SheetReader;
};

/**
 * Reads a file in two passes: first every row is placed in the file's order, then products are
 * read, each with all its rows.
 */
export type SheetReader = {
  /** positions of the columns that are taken over */
  taken: ReadonlySet<number>;
  /**
   * First pass: the key of the product that this row belongs to. Rows of one key make one product
   * wherever they stand.
   */
  place(row: SheetRow): Outcome<string>;
  /**
   * After the first pass: keys that turned out to mean another one (a variation that stood above
   * its parent).
   */
  aliases(): ReadonlyMap<string, string>;
  /** Whose row a torn one seems to be, by its raw text; undefined where that cannot be told. */
  keyOfMalformed(text: string): string | undefined;
  /** Second pass: the product of one key, from its rows in the file's order. */
  product(key: string, rows: readonly SheetRow[], options: ProductOptions): Reading;
  /** After the second pass: what else the owner should know, a line each. */
  notes(): readonly string[];
};
