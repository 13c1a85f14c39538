import { truncated } from "../rules/truncated.ts";
import type { Step } from "../writing/run.ts";

/**
 * Words of a file, such as SKUs, that a report lists separately, each with the number of products
 * that have it.
 */
export type ReportWords = {
  /** SKUs that several variants have */
  sharedSkus: Readonly<Record<string, number>>;
  /** categories that products need and the shop does not have */
  missingCategories: Readonly<Record<string, number>>;
};

export const noWords: ReportWords = { sharedSkus: {}, missingCategories: {} };

/** The most different words that are kept. */
const most = 200;
const mostNamed = 20;

function counted(words: Readonly<Record<string, number>>, word: string): Readonly<Record<string, number>> {
  const count = Object.hasOwn(words, word) ? (words[word] ?? 0) : 0;
  return count === 0 && Object.keys(words).length >= most ? words : { ...words, [word]: count + 1 };
}

/** Adds the words of one product. */
export function addWords(words: ReportWords, { reading, outcome }: Step): ReportWords {
  const shared = new Set([...(reading.sharedSkus ?? []), ...(outcome?.ok ? outcome.value.sharedSkus : [])]);
  const missing = reading.missingCategory;
  return {
    sharedSkus: [...shared].reduce(counted, words.sharedSkus),
    missingCategories: missing === undefined ? words.missingCategories : counted(words.missingCategories, missing),
  };
}

/** The SKUs that several variants share, as a line of the report. */
export function sharedSkuNotes({ sharedSkus }: ReportWords): string[] {
  const skus = Object.keys(sharedSkus);
  if (skus.length === 0) return [];
  const skuList = skus.slice(0, mostNamed).map((sku) => truncated(sku));
  const others = skus.length > mostNamed ? ` and ${skus.length - mostNamed} more` : "";
  return [`SKUs that several variants have, and that were taken as they are,  ${skus.length}: ${skuList.join(", ")}${others}`];
}

/**
 * The categories that products need, with their numbers of products, as a line of the command's
 * report.
 */
export function missingCategoryNotes({ missingCategories }: ReportWords): string[] {
  const names = Object.entries(missingCategories);
  if (names.length === 0) return [];
  const words = names.slice(0, mostNamed).map(([name, count]) => `${truncated(name)} (${count})`);
  const others = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  return [`Categories that this shop lacks,  ${names.length}: ${words.join(", ")}${others}; --create-categories adds them`];
}
