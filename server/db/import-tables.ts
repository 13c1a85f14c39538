import type { Generated } from "kysely";
import type { Time } from "./column-types.ts";

/**
 * `checking`: the dry run is running. `checked`: the import waits for a decision. `refused`: the
 * file cannot be read. `discarded`: nothing was imported. `canceled` and `failed`: the imported
 * part stays.
 */
export type ImportState =
  | "uploading"
  | "checking"
  | "checked"
  | "importing"
  | "fetching"
  | "done"
  | "refused"
  | "discarded"
  | "canceled"
  | "failed";

/** A product file that the staff have uploaded, and the progress of its import. */
export type ProductImportTable = {
  id: string;
  staff_id: string;
  request_id: string;
  /** the file's name */
  name: string;
  /** bytes */
  size: Generated<number>;
  /** JSON of the import's options (transfer/product-import/options.ts) */
  options: Generated<string>;
  state: ImportState;
  /** 1 while the import's file is kept; only one import at a time can have this value */
  slot: Generated<number | null>;
  /** "Shopify", "WooCommerce"; empty until it was read */
  format: Generated<string>;
  /** rows of the file */
  total: Generated<number>;
  /**
   * how much of the file the current step has handled, counting products and rows without a product
   */
  position: Generated<number>;
  /**
   * the number of the current round; each round is one job, and a job of another round does nothing
   */
  round: Generated<number>;
  /** JSON of the dry run's findings; null before they exist */
  findings: Generated<string | null>;
  /** JSON of the current step's results so far */
  progress: Generated<string>;
  /** why it was refused or failed; empty otherwise */
  failure: Generated<string>;
  created_at: Time;
  began_at: Generated<Time | null>;
  ended_at: Generated<Time | null>;
};

/** A piece of the file, stored for every process to read; deleted once the import is over. */
export type ProductImportPartTable = { import_id: string; position: number; bytes: Uint8Array };

/** A line of the report. */
export type ProductImportLineTable = {
  import_id: string;
  step: "check" | "import";
  number: number;
  kind: "problem" | "left out" | "create" | "change" | "picture";
  /** the line in the file; null if the finding concerns a whole product */
  line: number | null;
  /** the product's slug; empty if the line concerns a row */
  product: string;
  words: string;
};

export type ImportTables = {
  product_import: ProductImportTable;
  product_import_part: ProductImportPartTable;
  product_import_line: ProductImportLineTable;
};
