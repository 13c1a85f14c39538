import { LRUCache } from "lru-cache";
import { catalogVersionOf } from "../db/open.ts";
import type { Db } from "../db/tables.ts";
import { findListed } from "./queries/products.ts";
import type { ListedProduct } from "./rules/product.ts";
import { firstRow, type ProductCard, productCard } from "./rules/product-card.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { concerns, type StateRule } from "./rules/states.ts";
import { rulesOfProducts } from "./states.ts";

/** A product with the rules of every state that concern it, and its cards of an hour: one for each place on a page and standing in the state. */
type Goods = { product: ListedProduct; rules: readonly StateRule[]; cards: Map<string, { hour: number; card: ProductCard }> };

type CardCache = { version: number; goods: LRUCache<string, Goods> };

/** What was read for the pages of one version of the catalogue, for each open database: the same goods stand on many listings. */
const kept = new WeakMap<Db, CardCache>();

/** Some kB each, and half a kB for each of nine cards. */
const mostGoods = 2000;
const hourMs = 3_600_000;

/**
 * Cards of pages that are for everybody, in the order of `ids`. They are read once for each version of the catalogue, so a quantity above five may
 * have changed since: nothing that such a page shows depends on it (decisions §4). The label "new" is looked at once an hour, as on kept pages.
 */
export async function publicCards(
  reader: Db,
  ids: readonly string[],
  shipTo: ShipTo | undefined,
  now: number,
): Promise<ProductCard[]> {
  const goods = await goodsOf(reader, ids);
  const hour = Math.floor(now / hourMs);
  return goods.map(({ product, rules, cards }, at) => {
    const circumstances = `${placeOf(at)} ${standingIn(shipTo, rules)}`;
    const known = cards.get(circumstances);
    if (known?.hour === hour) return known.card;
    const card = productCard(product, at, { rules, shipTo, now });
    cards.set(circumstances, { hour, card });
    return card;
  });
}

/** The first picture comes with priority, those of the first row at once. */
function placeOf(at: number): "first" | "row" | "below" {
  if (at === 0) return "first";
  return at < firstRow ? "row" : "below";
}

/** All that a state changes of a tile. */
function standingIn(shipTo: ShipTo | undefined, rules: readonly StateRule[]): "anywhere" | "sold" | "refused" {
  if (!shipTo) return "anywhere";
  return rules.some(({ country, area }) => country === shipTo.country && area === shipTo.area) ? "refused" : "sold";
}

/** What is kept for the catalogue's version; nothing where that is not known. */
function keptBy(reader: Db): CardCache["goods"] | undefined {
  const version = catalogVersionOf(reader);
  if (version === undefined) return undefined;
  const known = kept.get(reader);
  if (known?.version === version) return known.goods;
  const goods = new LRUCache<string, Goods>({ max: mostGoods });
  kept.set(reader, { version, goods });
  return goods;
}

async function goodsOf(reader: Db, ids: readonly string[]): Promise<Goods[]> {
  const goods = keptBy(reader);
  const found = new Map(ids.map((id) => [id, goods?.get(id)]));
  const missing = ids.filter((id) => !found.get(id));
  for (const each of missing.length > 0 ? await read(reader, missing) : []) {
    found.set(each.product.id, each);
    goods?.set(each.product.id, each);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function read(reader: Db, ids: readonly string[]): Promise<Goods[]> {
  const products = await findListed(reader, ids);
  const places = products.map(({ id, category }) => ({ id, categoryId: category.id }));
  const rules = await rulesOfProducts(reader, places);
  return products.map((product) => ({
    product,
    rules: rules.filter((rule) => concerns(rule, { id: product.id, categoryId: product.category.id })),
    cards: new Map(),
  }));
}
