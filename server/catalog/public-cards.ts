import { catalogVersionOf } from "../db/open.ts";
import type { Db } from "../db/tables.ts";
import { findListed } from "./queries/products.ts";
import type { ListedProduct } from "./rules/product.ts";
import { firstRow, type ProductCard, productCard } from "./rules/product-card.ts";
import type { ShipTo } from "./rules/ship-to.ts";
import { concerns, type StateRule } from "./rules/states.ts";
import { rulesOfProducts } from "./states.ts";

/** A product with the rules of every state that concern it. */
type Goods = { product: ListedProduct; rules: readonly StateRule[] };

/** By the product, for one place of a page, one hour and one standing in the state. */
type Tiles = Map<ListedProduct, ProductCard>;

type CardCache = { version: number; goods: Map<string, Goods>; tiles: Map<string, Tiles>; drawn: number };

/** What was read for the pages of one version of the catalogue, for each open database: the same goods stand on many listings. */
const kept = new WeakMap<Db, CardCache>();

/** Some kB each. */
const mostGoods = 2000;
/** Half a kB each. */
const mostTiles = 20_000;
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
  const shown = keptBy(reader);
  const goods = await goodsOf(shown, reader, ids);
  const hour = Math.floor(now / hourMs);
  return goods.map(({ product, rules }, at) => {
    const tiles = tilesFor(shown, `${hour} ${placeOf(at)} ${standingIn(shipTo, rules)}`);
    const known = tiles.get(product);
    if (known) return known;
    const tile = productCard(product, at, { rules, shipTo, now });
    tiles.set(product, tile);
    shown.drawn += 1;
    return tile;
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

function tilesFor(shown: CardCache, circumstances: string): Tiles {
  if (shown.drawn >= mostTiles) Object.assign(shown, { tiles: new Map(), drawn: 0 });
  const tiles = shown.tiles.get(circumstances) ?? new Map();
  shown.tiles.set(circumstances, tiles);
  return tiles;
}

function keptBy(reader: Db): CardCache {
  const version = catalogVersionOf(reader);
  const fresh = { version: version ?? 0, goods: new Map(), tiles: new Map(), drawn: 0 };
  if (version === undefined) return fresh;
  const known = kept.get(reader);
  if (known?.version === version) return known;
  kept.set(reader, fresh);
  return fresh;
}

async function goodsOf(shown: CardCache, reader: Db, ids: readonly string[]): Promise<Goods[]> {
  const { goods } = shown;
  const found = new Map(ids.map((id) => [id, goods.get(id)]));
  const missing = ids.filter((id) => !found.get(id));
  const fresh = missing.length > 0 ? await read(reader, missing) : [];
  if (goods.size + fresh.length > mostGoods) {
    goods.clear();
    // They are kept by the goods that they show.
    Object.assign(shown, { tiles: new Map(), drawn: 0 });
  }
  for (const each of fresh) {
    found.set(each.product.id, each);
    goods.set(each.product.id, each);
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
  }));
}
