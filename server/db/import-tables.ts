import type { Generated } from "kysely";
import type { Time } from "./column-types.ts";

/**
 * `checking` is the dry run, `checked` waits for a decision. `refused`: the file is none that can be
 * read; `discarded`: nothing was imported; `canceled` and `failed`: what was imported stays.
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

/** A product file that the staff have uploaded, and how far its import is. */
export type ProductImportTable = {
  id: string;
  staff_id: string;
  request_id: string;
  /** of the file */
  name: string;
  /** bytes */
  size: Generated<number>;
  /** JSON: transfer/runs/import-options.ts */
  options: Generated<string>;
  state: ImportState;
  /** 1 while its file is kept: there is one at a time */
  slot: Generated<number | null>;
  /** "Shopify", "WooCommerce"; empty until it was read */
  format: Generated<string>;
  /** rows of the file */
  total: Generated<number>;
  /** how much of the file the step at hand is through with, in products and rows without one */
  position: Generated<number>;
  /** of the job that works at it */
  round: Generated<number>;
  /** JSON: what the dry run has found; null before */
  findings: Generated<string | null>;
  /** JSON: what the step at hand has done so far */
  progress: Generated<string>;
  /** why it was refused or failed; empty otherwise */
  failure: Generated<string>;
  created_at: Time;
  began_at: Generated<Time | null>;
  ended_at: Generated<Time | null>;
};

/** A piece of a file, deleted when the import is over: every process can read it. */
export type ProductImportPartTable = { import_id: string; position: number; bytes: Uint8Array };

/** A line of the report. */
export type ProductImportLineTable = {
  import_id: string;
  step: "check" | "import";
  number: number;
  kind: "problem" | "left out" | "create" | "change" | "picture";
  /** of the file; null where it is about a whole product */
  line: number | null;
  /** slug; empty where it is about a row */
  product: string;
  words: string;
};

export type ImportTables = {
  product_import: ProductImportTable;
  product_import_part: ProductImportPartTable;
  product_import_line: ProductImportLineTable;
};
