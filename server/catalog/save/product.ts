import type { Row } from "../../db/tables.ts";
import type { CleanProduct } from "../new-product.ts";
import type { StoredProduct } from "../queries/product-rows.ts";
import { changesOf } from "../rules/changes.ts";
import { priceSpan } from "../rules/prices.ts";
import { columnsOfProduct, initialColumns, productFields } from "../rules/product-values.ts";
import { savePictures } from "./pictures.ts";
import type { SaveContext } from "./saving.ts";
import { saveVariants } from "./variants.ts";

/** A product's category, and its attribute values if given. */
export type Ids = { categoryId: string; valueIds: readonly string[] | undefined };

type SaveResult = "created" | "changed" | "unchanged";

/**
 * `differs` names the changed properties for the owner; it is empty for a new product. `sharedSkus`
 * are SKUs that another product has too.
 */
export type Change = { saved: SaveResult; differs: readonly string[]; sharedSkus: readonly string[] };

/** Collects the writes that make the stored product equal to the given one. */
export function saveOne(
  given: CleanProduct,
  kept: StoredProduct | undefined,
  ids: Ids,
  saving: SaveContext,
): Omit<Change, "sharedSkus"> {
  const isArchived = given.archived ?? kept?.row.archived === 1;
  const product = isArchived ? { ...given, published: false } : given;
  const id = kept?.row.id ?? product.id ?? saving.nextId();
  if (!kept) createRow(id, product, ids, saving);
  const differs = [
    ...saveVariants(id, product, kept?.variants ?? [], saving),
    ...savePictures(id, product, kept?.pictures ?? [], saving),
    ...saveValues(id, ids.valueIds, kept?.valueIds ?? [], saving),
  ];
  if (!kept) return { saved: "created", differs: [] };
  const { description_source: source, ...changes } = changesOf(kept.row, columnsOf(product, ids)) ?? {};
  differs.unshift(...Object.keys(changes).map(wordOf));
  const changed = differs.length > 0 && { ...changes, updated_at: saving.now };
  // A new source of the description is written, but does not count as a change of the product,
  // since nobody sees it.
  const written = { ...changed, ...(source !== undefined && { description_source: source }) };
  if (Object.keys(written).length > 0) saving.writes.changedProducts.push({ id, changes: written });
  return { saved: changed ? "changed" : "unchanged", differs: [...new Set(differs)] };
}

/** Names of columns for the owner. */
const words: Record<string, string> = {
  ...Object.fromEntries(Object.values(productFields).map(({ column, label }) => [column, label.toLowerCase()])),
  category_id: "category",
  demo: "demo mark",
  price_start: "price",
  price_stop: "price",
};
const wordOf = (column: string): string => words[column] ?? column;

/** Columns of the product; fields that are not given are left out. */
function columnsOf(product: CleanProduct, { categoryId }: Ids) {
  const { description, demo } = product;
  const { start, stop } = priceSpan(product.variants.map(({ price }) => price));
  return {
    ...columnsOfProduct(product),
    category_id: categoryId,
    price_start: start,
    price_stop: stop,
    ...(description && { description: description.html, description_source: description.source }),
    ...(demo !== undefined && { demo: Number(demo) }),
  };
}

const defaults = { ...initialColumns, description: "", description_source: null, demo: 0 };

function createRow(id: string, product: CleanProduct, ids: Ids, { writes, now }: SaveContext): void {
  const { slug, createdAt = now } = product;
  const row = { id, slug, ...defaults, ...columnsOf(product, ids), created_at: createdAt, updated_at: now };
  const later = row.published === 1 && (ids.valueIds?.length ?? 0) > 0;
  writes.product.push(later ? { ...row, published: 0 } : row);
  if (later) writes.publish.push(id);
}

function saveValues(
  id: string,
  wanted: readonly string[] | undefined,
  kept: readonly Row<"product_attribute">["value_id"][],
  { writes }: SaveContext,
): string[] {
  if (!wanted) return [];
  const chosen = [...new Set(wanted)].sort();
  if (JSON.stringify(chosen) === JSON.stringify([...kept].sort())) return [];
  if (kept.length > 0) writes.clearValuesOf.push(id);
  writes.product_attribute.push(...chosen.map((value_id) => ({ product_id: id, value_id })));
  return ["attributes"];
}
