import type { RowReading } from "../../catalog/import/run.ts";
import { columnFault, notTaken } from "../../catalog/rules/import/columns.ts";
import type { ProductOptions } from "../../catalog/rules/import/product.ts";
import { readRows } from "../../catalog/rules/import/rows.ts";
import { readSheet } from "../../catalog/rules/import/sheet.ts";
import { type Outcome, refuse } from "../../outcome.ts";
import { readTextFile } from "../text-file.ts";

export type Source = {
  rows: number;
  readings: (options: ProductOptions) => AsyncIterable<RowReading>;
  untaken: () => readonly string[];
  notes: () => readonly string[];
  close: () => Promise<void>;
};

/** A file that is read as a whole. */
export async function openSheet(file: string): Promise<Outcome<Source>> {
  const text = await readTextFile(file);
  if (!text.ok) return text;
  const read = readRows(text.value);
  const fault = columnFault(read.columns);
  if (fault) return refuse(`${file} is no product CSV from Shopify: ${fault}`);
  const total = read.rows.length + read.torn.length;
  async function* readings(options: ProductOptions): AsyncIterable<RowReading> {
    const { drafts, bad, leftOut } = readSheet(read, options);
    let left = total;
    for (const slug of leftOut) yield { slug, faults: [], rows: 0 };
    yield { slug: "", faults: bad, rows: 0 };
    for (const [at, draft] of drafts.entries()) {
      const rows = at === drafts.length - 1 ? left : Math.max(draft.variants.length, draft.pictures.length);
      left -= rows;
      yield { slug: draft.slug, draft, faults: [], rows };
    }
    if (drafts.length === 0) yield { slug: "", faults: [], rows: left };
  }
  return {
    ok: true,
    value: { rows: total, readings, untaken: () => notTaken(read.rows), notes: () => [], close: async () => {} },
  };
}
