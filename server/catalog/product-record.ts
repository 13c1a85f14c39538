import type { Db, Row, Tx } from "../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import { picksOf } from "./attribute-picks.ts";
import { cleanProduct, type NewProduct, type NewVariant } from "./new-product.ts";
import {
  findCategorySlug,
  findIdOfSlug,
  findIdsOfSlugs,
  findInactiveVariants,
  findNamedValues,
  findVariantsOf,
  lockSlug,
  setSlug,
} from "./queries/product-record.ts";
import { lockProducts, type StoredProduct } from "./queries/product-rows.ts";
import { recordMove, removeRedirect } from "./redirects.ts";
import { productFaults } from "./rules/product-faults.ts";
import { attributeText, type ProductFields, type VariantFields } from "./rules/product-fields.ts";
import { productValuesOfRow } from "./rules/product-values.ts";
import { valuesOfRow } from "./rules/variant-fields.ts";
import { variantName } from "./rules/variant-key.ts";
import { saveProducts } from "./save-products.ts";
import { variantKeysFor } from "./variant-keys.ts";

const optionsOf = ({ options }: Pick<Row<"variant">, "options">) => JSON.parse(options) as Record<string, string>;

const variantFields = (row: Row<"variant">): VariantFields => ({
  id: row.id,
  options: optionsOf(row),
  ...valuesOfRow(row),
});

const byPosition = (one: Row<"variant">, other: Row<"variant">): number =>
  one.position - other.position || (one.id < other.id ? -1 : 1);

/** A product with all its rows. Locks the rows until the transaction ends. */
export async function lockProduct(tx: Tx, id: string): Promise<StoredProduct | undefined> {
  const slug = await lockSlug(tx, id);
  if (slug === undefined) return undefined;
  const stored = (await lockProducts(tx, [slug])).get(slug);
  return stored && { ...stored, variants: stored.variants.toSorted(byPosition) };
}

/** A product as the staff edit it. Locks its rows until the transaction ends. */
export async function readProduct(tx: Tx, id: string): Promise<ProductFields | undefined> {
  const stored = await lockProduct(tx, id);
  if (!stored) return undefined;
  const { row, variants, valueIds } = stored;
  const { name, brand, ...values } = productValuesOfRow(row);
  return {
    name,
    slug: row.slug,
    category: (await findCategorySlug(tx, row.category_id)) ?? "",
    brand,
    description: row.description,
    ...values,
    attributes: (await findNamedValues(tx, valueIds)).map(attributeText),
    variants: variants.filter(({ active }) => active === 1).map(variantFields),
  };
}

/** The ids of the products with these slugs. */
export const productIdsOf = (tx: Tx, slugs: readonly string[]): Promise<Map<string, string>> => findIdsOfSlugs(tx, slugs);

/** Variants of a product that are no longer sold, in order. */
export const inactiveVariants = async (reader: Db | Tx, productId: string): Promise<VariantFields[]> =>
  (await findInactiveVariants(reader, productId)).map(variantFields);

/** The options of each variant of a product, sold or not. */
export const variantOptions = async (
  reader: Db | Tx,
  productId: string,
): Promise<Pick<VariantFields, "id" | "sku" | "options">[]> =>
  (await findVariantsOf(reader, productId)).map((row) => ({ id: row.id, sku: row.sku, options: optionsOf(row) }));

/**
 * Saves a changed product by the rules of imports. If its address changes, the former address
 * redirects to the new one. A refusal names the invalid fields.
 */
export async function writeProduct(tx: Tx, id: string, fields: ProductFields, now: number): Promise<Outcome<object>> {
  const stored = await lockProduct(tx, id);
  if (!stored) return notFound;
  const former = stored.row.slug;
  const faults = productFaults(fields, former);
  if (faults.length > 0) return invalidFields(faults);
  if (fields.slug !== former) {
    const moved = await moveProduct(tx, id, former, fields.slug, now);
    if (!moved.ok) return moved;
  }
  const keys = await variantKeysFor(tx, fields, { ...stored, id });
  if (!keys.ok) return keys;
  return await saveFields(tx, fields, stored, keys.value, now);
}

/** Adds a product with an id from the caller. A refusal names the invalid fields. */
export async function insertProduct(tx: Tx, id: string, fields: ProductFields, now: number): Promise<Outcome<object>> {
  const faults = productFaults(fields, undefined);
  if (faults.length > 0) return invalidFields(faults);
  if ((await findIdOfSlug(tx, fields.slug)) !== undefined) return taken;
  const keys = await variantKeysFor(tx, fields, { id, variants: [] });
  if (!keys.ok) return keys;
  // An existing product takes precedence over a redirect.
  await removeRedirect(tx, fields.slug);
  return await saveFields(tx, { id, ...fields }, undefined, keys.value, now);
}

const taken = invalidFields([{ field: "slug", message: "Another product has this address." }]);

async function moveProduct(tx: Tx, productId: string, from: string, to: string, now: number): Promise<Outcome<object>> {
  if ((await findIdOfSlug(tx, to)) !== undefined) return taken;
  await setSlug(tx, productId, to, now);
  await recordMove(tx, { productId, from, to }, now);
  return ok({});
}

/** Saves fields by the rules of imports. */
async function saveFields(
  tx: Tx,
  { variants, attributes, description, ...fields }: ProductFields & { id?: string },
  stored: StoredProduct | undefined,
  keys: readonly string[],
  now: number,
): Promise<Outcome<object>> {
  const rows = new Map(stored?.variants.map((row) => [row.id, row]));
  const product: NewProduct = {
    ...fields,
    // An unchanged description keeps its source, so that the next import need not clean it again.
    ...(description !== stored?.row.description && { description }),
    attributes: await picksOf(tx, attributes, stored?.valueIds ?? []),
    variants: variants.map((variant, at) => newVariant(variant, keys[at] ?? "", rows.get(variant.id))),
  };
  const [outcome] = await saveProducts(tx, [cleanProduct(product)], { now, stock: "kept" });
  if (!outcome) throw new Error("a product was neither saved nor refused");
  return outcome.ok ? ok({}) : outcome;
}

function newVariant(variant: VariantFields, key: string, row?: Row<"variant">): NewVariant {
  const isNamed = row !== undefined && JSON.stringify(optionsOf(row)) === JSON.stringify(variant.options);
  return { ...variant, key, name: isNamed ? row.name : variantName(variant.options), picture: row?.picture ?? 0 };
}
