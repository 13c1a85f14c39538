import { type Outcome, refuse } from "../../outcome.ts";
import { boundFaults } from "../rules/bounds.ts";
import type { BadRow, Format, ProductOptions, ProductReading } from "../rules/format.ts";
import { repeatedSkus, repeatedVariants } from "../rules/repeated.ts";
import { shopify } from "../rules/shopify/format.ts";
import { wooCommerce } from "../rules/woo/format.ts";
import { type FirstPassResult, firstPass } from "./first-pass.ts";
import { type OpenFile, openFile, textStart } from "./open-file.ts";
import { most, type ProductRows, secondPass } from "./second-pass.ts";

/** A product as read from the file, and the number of its rows. */
export type FileReading = ProductReading & { rows: number; sharedSkus?: readonly string[] };

/** A product file after the first pass. */
export type Source = {
  /** "Shopify", "WooCommerce" */
  format: string;
  /** rows, except the header and blank ones */
  rows: number;
  products: number;
  /**
   * The second pass. Yields first the rows without a product, with an empty slug, then the products
   * in the order of their first rows.
   */
  readings(options: ProductOptions): AsyncIterable<FileReading>;
  /** The columns with content that are not imported. Call it after the readings. */
  untaken(): readonly string[];
  /** Further notes for the owner, one line each. Call it after the readings. */
  notes(): readonly string[];
  close(): Promise<void>;
};

const formats: readonly Format[] = [shopify, wooCommerce];

/**
 * Opens a product file of any size. Refuses problems of the whole file in the owner's words. Calls
 * `passed` now and then.
 */
export async function openSource(path: string, passed = () => {}): Promise<Outcome<Source>> {
  const file = await openFile(path);
  return file.ok ? await readSource(file.value, path, passed) : file;
}

/** Reads an open product file; `name` is the owner's name for it. */
export async function readSource(file: OpenFile, name: string, passed = () => {}): Promise<Outcome<Source>> {
  const survey = await surveyOf(file, passed);
  if (survey.ok) return { ok: true, value: sourceOf(file, survey.value) };
  await file.close();
  return refuse("invalid", `${name} ${survey.error}`);
}

const changedText = "changed while it was being read: run the import again";

async function surveyOf(file: OpenFile, passed: () => void): Promise<Outcome<FirstPassResult>> {
  const start = await textStart(file.read);
  if (start === undefined) return refuse("invalid", "is not UTF-8 text: save it as “CSV UTF-8”");
  const survey = await firstPass(file.read, start, formats, passed);
  return (await file.unchanged()) ? survey : refuse("failed", changedText);
}

function sourceOf(file: OpenFile, survey: FirstPassResult): Source {
  const { format, headers, reader, places, rows, filled } = survey;
  let used: Pick<ProductOptions["classify"], "columns" | "notes"> = {};
  const isTaken = (name: string, at: number) => reader.taken.has(at) || used.columns?.has(name.toLowerCase());
  return {
    format,
    rows,
    products: places.count,
    readings: (options) => {
      used = options.classify;
      return readingsOf(file, survey, options);
    },
    untaken: () => headers.filter((name, at) => filled[at] && !isTaken(name, at)).sort(),
    notes: () => [...reader.notes(), ...(used.notes?.() ?? [])],
    close: file.close,
  };
}

/** The most rows without a product that are reported together. */
const maxReported = 1000;

async function* readingsOf(file: OpenFile, survey: FirstPassResult, options: ProductOptions): AsyncGenerator<FileReading> {
  const { lost, places, rows } = survey;
  for (let at = 0; at < lost.length; at += maxReported) {
    const faults = lost.slice(at, at + maxReported);
    yield { slug: "", faults, rows: faults.length };
  }
  const seenSkus = new Set<string>();
  let rowsLeft = rows - lost.length;
  const products = secondPass(file, places);
  for (;;) {
    const next = await products.next();
    if (next.done) {
      if (!next.value) yield { slug: "", faults: [{ line: 1, reason: `the file ${changedText}` }], rows: rowsLeft };
      return;
    }
    const reading = readingOf(next.value, survey, options, seenSkus);
    rowsLeft -= reading.rows;
    yield reading;
  }
}

/**
 * The reading of a product. Has no draft if any row is bad, since a product is imported whole or
 * not at all.
 */
function readingOf(
  { key, product, rows }: ProductRows,
  { reader, places, malformedRows }: FirstPassResult,
  options: ProductOptions,
  seenSkus: Set<string>,
): FileReading {
  const unread = malformedRows.get(product) ?? [];
  const used = places.rows(product) + unread.length;
  if (!rows) return { slug: key, faults: [{ line: places.stretches(product)[0]?.line ?? 1, reason: tooLarge }], rows: used };
  const { slug, draft, faults, skipped, missingCategory } = reader.product(key, rows, options);
  const bad: BadRow[] = [...unread, ...faults, ...(draft ? [...repeatedVariants(draft), ...boundFaults(draft)] : [])];
  bad.sort((a, b) => a.line - b.line);
  const sharedSkus = draft && bad.length === 0 ? repeatedSkus(draft, seenSkus) : [];
  return {
    slug,
    ...(draft && bad.length === 0 && { draft }),
    ...(skipped && { skipped }),
    ...(missingCategory !== undefined && { missingCategory }),
    faults: bad,
    sharedSkus,
    rows: used,
  };
}

const tooLarge = `this product has more than ${most.rows} rows or ${most.bytes >> 20} MB`;
