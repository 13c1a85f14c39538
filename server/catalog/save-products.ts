import type { Tx } from "../db/tables.ts";
import { idsInRow } from "../ids.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import type { CleanProduct, NewPick, NewVariant } from "./new-product.ts";
import { findCategoryIds, lockProducts, ownersOfKeys, type StoredProduct } from "./queries/product-rows.ts";
import { findValueIds, pickName } from "./queries/values.ts";
import { matchVariants } from "./rules/match-variants.ts";
import { variantKey } from "./rules/variant-key.ts";
import { type Change, saveOne } from "./save/product.ts";
import type { SaveContext, StockPolicy } from "./save/saving.ts";
import { makeValues } from "./save/values.ts";
import { applyWrites, noWrites } from "./save/writes.ts";

type SaveOptions = {
  now: number;
  stock: StockPolicy;
  /** the import's actor: `staff:ID` or `owner` */
  actor?: string | undefined;
  /** makes the ids of new rows; the ids of one table ascend, which keeps its index compact */
  nextId?: () => string;
};

/**
 * Saves products in order, many per query and per write. A refused product does not affect the
 * others.
 */
export async function saveProducts(
  tx: Tx,
  products: readonly CleanProduct[],
  { nextId = idsInRow(), actor, ...options }: SaveOptions,
): Promise<Outcome<Change>[]> {
  const outcomes: Outcome<Change>[] = [];
  for (const part of splitAtRepeats(products))
    outcomes.push(...(await saveBatch(tx, part, { nextId, actor: actor ?? null, ...options })));
  return outcomes;
}

/**
 * Splits the list before a repeated product, so that its first occurrence is written before the
 * second is compared.
 */
function splitAtRepeats(products: readonly CleanProduct[]): CleanProduct[][] {
  const parts: CleanProduct[][] = [];
  let slugs = new Set<string>();
  for (const product of products) {
    if (parts.length === 0 || slugs.has(product.slug)) {
      parts.push([]);
      slugs = new Set();
    }
    parts.at(-1)?.push(product);
    slugs.add(product.slug);
  }
  return parts;
}

async function saveBatch(
  tx: Tx,
  given: readonly CleanProduct[],
  { now, stock, nextId, actor }: Omit<SaveContext, "writes">,
): Promise<Outcome<Change>[]> {
  const existing = await findExistingRows(tx, given);
  const faults: (string | undefined)[] = [];
  const products: CleanProduct[] = [];
  // A valid product takes its keys, so that the next products cannot have them.
  const shared: string[][] = [];
  for (const product of given) {
    shared.push(sharedSkus(product, existing));
    const keyed = withKeys(product, existing);
    products.push(keyed);
    faults.push(faultOf(keyed, existing, stock));
  }
  const accepted = products.filter((_, at) => faults[at] === undefined);
  await makeValues(
    tx,
    accepted.flatMap(({ attributes = [] }) => attributes),
    existing.values,
    nextId,
  );
  const saving = { writes: noWrites(), nextId, now, stock, actor };
  const outcomes = products.map((product, at): Outcome<Change> => {
    const fault = faults[at];
    if (fault !== undefined) return refuse("invalid", fault);
    const change = saveOne(product, existing.products.get(product.slug), idsOf(product, existing), saving);
    return ok({ ...change, sharedSkus: shared[at] ?? [] });
  });
  await applyWrites(tx, saving.writes);
  return outcomes;
}

type ExistingRows = {
  /** by slug */
  products: Map<string, StoredProduct>;
  /** ids by slug */
  categories: Map<string, string>;
  /** value ids by `attribute:value` */
  values: Map<string, string>;
  /** slugs of the products that own the keys */
  owners: Map<string, string>;
};

const keysOf = ({ variants }: CleanProduct) => variants.map(({ key }) => key);
const possibleKeys = (product: CleanProduct) => [
  ...keysOf(product),
  ...product.variants.filter(({ sku }) => sku).map((variant) => keyWithoutSku(product.slug, variant)),
];

/** The key of a variant if another variant has its SKU. */
const keyWithoutSku = (slug: string, { options }: NewVariant): string => variantKey("", slug, Object.values(options));

/**
 * Gives each variant the id and the key of the stored variant that it is. A new variant, and one
 * whose SKU changes, gets its own key; if another variant has its SKU, the key consists of product
 * and options.
 */
function withKeys(product: CleanProduct, { products, owners }: ExistingRows): CleanProduct {
  const { slug, variants } = product;
  const stored = products.get(slug)?.variants ?? [];
  const matched = matchVariants(
    variants.map(({ id, key, sku = "", options }) => ({ id, key, sku, options: JSON.stringify(options) })),
    stored,
  );
  const kept = new Set(matched.values());
  const left = new Map(stored.filter((row) => !kept.has(row)).map((row) => [row.key, row]));
  const taken = new Set(stored.map(({ key }) => key));
  const isFree = (key: string) => !taken.has(key) && (owners.get(key) ?? slug) === slug;
  const keyOf = (variant: NewVariant, row: StoredProduct["variants"][number] | undefined): string => {
    const { key, sku } = variant;
    if (row && (key === row.key || (sku ?? row.sku) === row.sku)) return row.key;
    const keys = sku ? [key, keyWithoutSku(slug, variant)] : [key];
    return keys.find(isFree) ?? row?.key ?? keys.at(-1) ?? key;
  };
  const keyed = variants.map((variant, at) => {
    const row = matched.get(at);
    const key = keyOf(variant, row);
    const id = (row ?? left.get(key))?.id ?? variant.id;
    taken.add(key);
    return { ...variant, ...(id !== undefined && { id }), key };
  });
  return { ...product, variants: keyed };
}

/** SKUs of this product that another product has too. */
const sharedSkus = ({ slug, variants }: CleanProduct, { owners }: ExistingRows): string[] =>
  variants.filter(({ sku, key }) => sku && (owners.get(key) ?? slug) !== slug).map(({ sku = "" }) => sku);

const findExistingRows = async (tx: Tx, products: readonly CleanProduct[]): Promise<ExistingRows> => ({
  products: await lockProducts(
    tx,
    products.map(({ slug }) => slug),
  ),
  categories: await findCategoryIds(
    tx,
    products.map(({ category }) => category),
  ),
  values: await findValueIds(
    tx,
    products.flatMap(({ attributes = [] }) => attributes),
  ),
  owners: await ownersOfKeys(tx, products.flatMap(possibleKeys)),
});

const idsOf = ({ category, attributes }: CleanProduct, { categories, values }: ExistingRows) => ({
  categoryId: categories.get(category) ?? "",
  valueIds: attributes?.map((pick) => values.get(pickName(pick)) ?? ""),
});

/**
 * The reason why a product cannot be saved; undefined if it can be saved. In that case its keys are
 * recorded in `existing`, so that later products of the batch cannot have them.
 */
function faultOf(product: CleanProduct, existing: ExistingRows, stock: StockPolicy): string | undefined {
  const stored = existing.products.get(product.slug);
  const fault =
    commandFault(product, stored) ??
    reasonOf(product, existing) ??
    (stock === "set" ? reservedShortage(product, stored) : undefined);
  if (fault === undefined) for (const key of keysOf(product)) existing.owners.set(key, product.slug);
  return fault;
}

const commandFault = ({ only, slug }: CleanProduct, stored: StoredProduct | undefined): string | undefined => {
  if (only === "new" && stored) return `the shop has “${slug}” already, and the file says to add it as new`;
  return only === "existing" && !stored ? `the shop has no “${slug}”, and the file says to change it` : undefined;
};

function reasonOf(product: CleanProduct, { categories, values, owners }: ExistingRows): string | undefined {
  const { slug, category, attributes = [] } = product;
  const keys = keysOf(product);
  const duplicate = duplicateOf(keys);
  const foreign = keys.find((key) => (owners.get(key) ?? slug) !== slug);
  const unknown = attributes.find((pick: NewPick) => !pick.names && !values.has(pickName(pick)));
  if (keys.length === 0) return `${slug} has no variant`;
  if (!categories.has(category)) return `there is no category ${category}`;
  if (duplicate !== undefined) return `two variants of ${slug} are named ${duplicate}`;
  if (foreign !== undefined) return `${foreign} already belongs to ${owners.get(foreign)}`;
  if (unknown) return `there is no attribute value ${pickName(unknown)}`;
  return undefined;
}

function duplicateOf(keys: readonly string[]): string | undefined {
  if (new Set(keys).size === keys.length) return undefined;
  return keys.find((key, at) => keys.indexOf(key) !== at);
}

/** Refuses a stock lower than the units that payments in progress hold. */
function reservedShortage({ variants }: CleanProduct, kept: StoredProduct | undefined): string | undefined {
  const held = new Map(kept?.variants.map(({ id, reserved }) => [id, reserved]));
  const short = variants.find(({ id = "", stock }) => stock !== undefined && stock < (held.get(id) ?? 0));
  return short && `${held.get(short.id ?? "")} units of ${short.key} are held by payments in progress, more than ${short.stock}`;
}
