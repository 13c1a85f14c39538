import { setImmediate as breath } from "node:timers/promises";
import { lastCommitOf } from "../db/open.ts";
import type { Db } from "../db/tables.ts";
import { findChanges, findStocked, findStockedAfter, vocabulary } from "./queries/assortment.ts";
import { type Attribute, findAttributes, findCategories } from "./queries/facets.ts";
import { CatalogIndex, type IndexedProduct } from "./rules/catalog-index/catalog-index.ts";
import type { Category } from "./rules/product.ts";

/** What is for sale, and the categories and attributes to narrow it down by, in the owner's order. */
export type Shelves = {
  assortment: CatalogIndex;
  categories: readonly (Category & { intro: string })[];
  attributes: readonly Attribute[];
};

type OpenCatalog = Shelves & {
  settled: number;
  /** the commit after which it was last asked what changed */
  commit: unknown;
  turn: Promise<unknown>;
};

/** One for each open database: what it keeps is read from there and followed, never written. */
const kept = new WeakMap<Db, OpenCatalog>();

/** Products in one question: an engine takes a limited number of values, and other requests get their turn in between. */
const most = 500;
const mostAtStart = 4000;

/**
 * The shop as it is now, on every call: what any process has changed since the last one is read first, by product.
 * Nothing may be awaited between this and the last use of what it returns.
 */
export function currentShelves(db: Db): Promise<Shelves> {
  const shelves = kept.get(db) ?? closed();
  kept.set(db, shelves);
  const mine = shelves.turn.then(() => catchUp(db, shelves));
  shelves.turn = mine.catch(() => {});
  return mine;
}

const notYet = -1;

const closed = (): OpenCatalog => ({
  assortment: new CatalogIndex(),
  categories: [],
  attributes: [],
  settled: notYet,
  commit: undefined,
  turn: Promise.resolve(),
});

async function catchUp(db: Db, shelves: OpenCatalog): Promise<Shelves> {
  const commit = lastCommitOf(db);
  if (shelves.settled === notYet) return await open(db, shelves);
  if (commit !== undefined && commit === shelves.commit) return shelves;
  const { settled, subjects } = await findChanges(db, shelves.settled);
  if (subjects.includes(vocabulary)) Object.assign(shelves, await findVocabulary(db));
  const ids = subjects.filter((subject) => subject !== vocabulary);
  if (ids.length > 0) shelves.assortment.change(ids, await changedGoods(db, ids));
  return Object.assign(shelves, { settled, commit });
}

async function changedGoods(db: Db, ids: readonly string[]): Promise<IndexedProduct[]> {
  const goods: IndexedProduct[] = [];
  for (let at = 0; at < ids.length; at += most) {
    if (at > 0) await breath();
    goods.push(...(await findStocked(db, ids.slice(at, at + most))));
  }
  return goods;
}

/** Reads everything, from the point on from which changes are asked for later. */
async function open(db: Db, shelves: OpenCatalog): Promise<Shelves> {
  const { settled } = await findChanges(db, Number.MAX_SAFE_INTEGER);
  const assortment = new CatalogIndex();
  let next = await findStockedAfter(db, "", mostAtStart);
  while (next) {
    assortment.change([], next.published);
    await breath();
    next = await findStockedAfter(db, next.last, mostAtStart);
  }
  return Object.assign(shelves, { assortment, settled, ...(await findVocabulary(db)) });
}

async function findVocabulary(db: Db): Promise<Pick<Shelves, "categories" | "attributes">> {
  return { categories: await findCategories(db), attributes: await findAttributes(db) };
}
