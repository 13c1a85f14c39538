import type { Tx } from "../db/tables.ts";
import { changedCategories } from "./categories.ts";
import { countNotExported, findAttributesInUse, productsAfter } from "./queries/export.ts";
import type { ExportedAttribute } from "./rules/exported-product.ts";

/** A product with all data that an export file has. Its pictures have their stored form. */
export type ProductForExport = Awaited<ReturnType<typeof productsAfter>>[number];

/** All products, published or not, in the order of slugs, in pages. */
export async function* productsForExport(tx: Tx): AsyncGenerator<ProductForExport[], void> {
  let page = await productsAfter(tx, "");
  while (page.length > 0) {
    yield page;
    page = await productsAfter(tx, page.at(-1)?.slug ?? "");
  }
}

/** The attributes and values in use, in the shop's order. */
export const attributesForExport = (tx: Tx): Promise<ExportedAttribute[]> => findAttributesInUse(tx);

/** How many records of the catalogue a product file lacks. */
export type ExportGaps = Awaited<ReturnType<typeof notExported>>;

/**
 * Counts the records that a product file lacks. Counts only categories that the owner added or
 * changed.
 */
export async function notExported(tx: Tx) {
  return { ...(await countNotExported(tx)), categories: (await changedCategories(tx)).length };
}
