import { LRUCache } from "lru-cache";
import { catalogVersionOf } from "../db/open.ts";
import type { Db } from "../db/tables.ts";
import { findListed } from "./queries/products.ts";
import type { ListedProduct } from "./rules/product.ts";
import { eagerCards, type ProductCard, productCard } from "./rules/product-card.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { appliesTo, type StateRule } from "./rules/states.ts";
import { rulesOfProducts } from "./states.ts";

/**
 * A product with the rules of every state for it, and its cards of one hour: one for each way of
 * loading and of sale in the state.
 */
type ProductWithRules = {
  product: ListedProduct;
  rules: readonly StateRule[];
  cards: Map<string, { hour: number; card: ProductCard }>;
};

type CardCache = { version: number; products: LRUCache<string, ProductWithRules> };

/**
 * What was read for the pages of one version of the catalogue, by open database: the same products
 * are in many listings.
 */
const caches = new WeakMap<Db, CardCache>();

/** Some kB each, and half a kB for each of nine cards. */
const maxProducts = 2000;
const hourMs = 3_600_000;

/**
 * Cards of cached pages, in the order of `ids`. They are read once for each version of the
 * catalogue, so a quantity above five may have changed since: nothing on such a page depends on it
 * (decisions §4). The label "new" is computed once an hour, as on cached pages.
 */
export async function publicCards(
  reader: Db,
  ids: readonly string[],
  shipTo: ShipTo | undefined,
  now: number,
): Promise<ProductCard[]> {
  const products = await publicProducts(reader, ids);
  const hour = Math.floor(now / hourMs);
  return products.map(({ product, rules, cards }, at) => {
    const circumstances = `${loadingOf(at)} ${saleIn(shipTo, rules)}`;
    const cached = cards.get(circumstances);
    if (cached?.hour === hour) return cached.card;
    const card = productCard(product, at, { rules, shipTo, now });
    cards.set(circumstances, { hour, card });
    return card;
  });
}

/** The first picture loads with priority, those of the first row at once. */
function loadingOf(at: number): "first" | "row" | "below" {
  if (at === 0) return "first";
  return at < eagerCards ? "row" : "below";
}

/** All that differs on a card by state. */
function saleIn(shipTo: ShipTo | undefined, rules: readonly StateRule[]): "anywhere" | "sold" | "refused" {
  if (!shipTo) return "anywhere";
  return rules.some(({ country, area }) => country === shipTo.country && area === shipTo.area) ? "refused" : "sold";
}

/** The cards cached for the catalogue's version; undefined where the version is not known. */
function cachedFor(reader: Db): CardCache["products"] | undefined {
  const version = catalogVersionOf(reader);
  if (version === undefined) return undefined;
  const cached = caches.get(reader);
  if (cached?.version === version) return cached.products;
  const products = new LRUCache<string, ProductWithRules>({ max: maxProducts });
  caches.set(reader, { version, products });
  return products;
}

/** Products in the order of `ids`, unpublished ones too, with the rules of every state for them. */
export async function publicProducts(reader: Db, ids: readonly string[]): Promise<ProductWithRules[]> {
  const products = cachedFor(reader);
  const byId = new Map(ids.map((id) => [id, products?.get(id)]));
  const missing = ids.filter((id) => !byId.get(id));
  for (const each of missing.length > 0 ? await readProducts(reader, missing) : []) {
    byId.set(each.product.id, each);
    products?.set(each.product.id, each);
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function readProducts(reader: Db, ids: readonly string[]): Promise<ProductWithRules[]> {
  const products = await findListed(reader, ids);
  const productIds = products.map(({ id, category }) => ({ id, categoryId: category.id }));
  const rules = await rulesOfProducts(reader, productIds);
  return products.map((product) => ({
    product,
    rules: rules.filter((rule) => appliesTo(rule, { id: product.id, categoryId: product.category.id })),
    cards: new Map(),
  }));
}
