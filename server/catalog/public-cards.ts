import { LRUCache } from "lru-cache";
import { clockOf } from "../db/changes/tracked-results.ts";
import { dependOn, dependOnTime, reading } from "../db/changes/tracking.ts";
import type { Db } from "../db/tables.ts";
import { heldBytes } from "../held-bytes.ts";
import { findProducts } from "./queries/products.ts";
import { labelUntil } from "./rules/labels.ts";
import type { Product } from "./rules/product.ts";
import { eagerCards, type ProductCard, productCard } from "./rules/product-card.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { appliesTo, maySell, type StateRule } from "./rules/states.ts";
import { rulesOfProducts } from "./states.ts";
import { detailsSubject, productSubject, subjectsOf } from "./subjects.ts";

/**
 * A product with its rules in every state, and its cards: one for each way its picture loads,
 * combined with each kind of sale.
 */
type ProductWithRules = {
  product: Product;
  rules: readonly StateRule[];
  cards: Map<string, { until: number; card: ProductCard }>;
};

/**
 * `at` is the time of the `ChangeClock` before the product was read. The product is read again if
 * it has changed after this time.
 */
type CachedProduct = ProductWithRules & { at: number; subjects: readonly number[] };

/** Products read for pages, by open database: the same products are in many listings. */
const caches = new WeakMap<Db, LRUCache<string, CachedProduct>>();

/** The most bytes of a cache. */
const maxBytes = 24_000_000;
/**
 * The bytes of a product's nine cards. They are made after the product is cached: one for each of
 * three ways its picture loads, combined with each of three kinds of sale.
 */
const cardsBytes = 9 * 1200;
const sizeOf = ({ product, rules }: CachedProduct, id: string): number =>
  cardsBytes + heldBytes(id) + heldBytes(product) + heldBytes(rules);

/**
 * The cards that cached pages show, in the order of `ids`. A card is read again only after a
 * visible change of its product. A quantity above five may be outdated, but these pages do not show
 * such a quantity.
 */
export async function publicCards(
  reader: Db,
  ids: readonly string[],
  shipTo: ShipTo | undefined,
  now: number,
): Promise<ProductCard[]> {
  const products = await publicProducts(reader, ids);
  return products.map(({ product, rules, cards }, at) => {
    const circumstances = `${loadingOf(at)} ${saleIn(product, shipTo, rules)}`;
    const until = labelUntil(product, now);
    dependOnTime(until);
    const cached = cards.get(circumstances);
    if (cached?.until === until) return forState(cached.card, shipTo);
    const card = productCard(product, at, { rules, shipTo, now });
    cards.set(circumstances, { until, card });
    return card;
  });
}

/**
 * How a card's picture loads: the first with priority, others of the first row immediately, the
 * rest lazily.
 */
function loadingOf(at: number): "first" | "row" | "below" {
  if (at === 0) return "first";
  return at < eagerCards ? "row" : "below";
}

/**
 * A card for the shopper's state. If the card was made for another state with the same kind of sale
 * (`saleIn`), replaces the other state in it.
 */
const forState = (card: ProductCard, shipTo: ShipTo | undefined): ProductCard =>
  card.choose && shipTo && card.choose.area !== shipTo.area ? { ...card, choose: { ...card.choose, area: shipTo.area } } : card;

/**
 * The kind of sale, by which a product's cards differ from state to state: no state is chosen, the
 * state has no rule for the product, or the state has one.
 */
function saleIn(product: Product, shipTo: ShipTo | undefined, rules: readonly StateRule[]): "anywhere" | "sold" | "refused" {
  if (!shipTo) return "anywhere";
  const ofState = rules.filter(({ country, area }) => country === shipTo.country && area === shipTo.area);
  return maySell({ id: product.id, categoryId: product.category.id }, ofState) ? "sold" : "refused";
}

function cacheOf(reader: Db): LRUCache<string, CachedProduct> {
  const cache = caches.get(reader) ?? new LRUCache<string, CachedProduct>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  caches.set(reader, cache);
  return cache;
}

/**
 * Products in the order of `ids`, published or not, with their rules in every state. A product in
 * memory is read again only if it may have changed.
 */
export async function publicProducts(reader: Db, ids: readonly string[]): Promise<ProductWithRules[]> {
  const [cache, clock] = [cacheOf(reader), clockOf(reader)];
  const current = (id: string) => {
    const cached = cache.get(id);
    return cached && clock && !clock.hasChanged(cached.subjects, cached.at) ? cached : undefined;
  };
  const byId = new Map<string, ProductWithRules | undefined>(ids.map((id) => [id, current(id)]));
  const missing = ids.filter((id) => !byId.get(id));
  const at = clock?.now;
  const read = missing.length > 0 ? await reading(missing.flatMap(ownSubjects), () => readProducts(reader, missing)) : [];
  for (const each of read) {
    byId.set(each.product.id, each);
    if (!clock || at === undefined) continue;
    const subjects = subjectsOf(each.product).map((subject) => clock.numberOf(subject));
    cache.set(each.product.id, { ...each, at, subjects });
  }
  return ids.flatMap((id) => {
    const card = byId.get(id);
    dependOn(...(card ? subjectsOf(card.product) : [productSubject(id)]));
    return card ?? [];
  });
}

const ownSubjects = (id: string): string[] => [productSubject(id), detailsSubject(id)];

async function readProducts(reader: Db, ids: readonly string[]): Promise<ProductWithRules[]> {
  const products = await findProducts(reader, ids);
  const productIds = products.map(({ id, category }) => ({ id, categoryId: category.id }));
  const rules = await rulesOfProducts(reader, productIds);
  return products.map((product) => ({
    product,
    rules: rules.filter((rule) => appliesTo(rule, { id: product.id, categoryId: product.category.id })),
    cards: new Map(),
  }));
}
