import { hash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { noteRead, onPrimary } from "../db/changes/tracking.ts";
import { lastCommitOf } from "../db/open.ts";
import type { Db } from "../db/tables.ts";
import { type Attribute, type CategoryHead, findAttributes, findCategories } from "./queries/facets.ts";
import { findChanges, findIndexedProducts, findIndexedProductsAfter, vocabulary } from "./queries/indexed-products.ts";
import { CatalogIndex, type IndexedProduct } from "./rules/catalog-index/catalog-index.ts";
import type { Category } from "./rules/product.ts";

/** The categories and attributes that filter products, in the owner's order. */
export type Vocabulary = {
  categories: readonly (Category & CategoryHead)[];
  attributes: readonly Attribute[];
  /** a hash of the vocabulary for the cache keys of listings, which change with the vocabulary */
  toJSON: () => string;
};

/** The published products, and their filters. */
export type CurrentCatalog = { index: CatalogIndex; vocabulary: Vocabulary };

type FollowedCatalog = CurrentCatalog & {
  settled: number;
  /** the commit after which changes were last read */
  commit: unknown;
  lastRead: Promise<unknown>;
};

/** One catalogue in memory per open database, kept up to date. */
const catalogs = new WeakMap<Db, FollowedCatalog>();

/**
 * The most products of one query: engines limit the parameters, and other requests can run between
 * two queries.
 */
const idsPerQuery = 500;
const rowsPerQuery = 4000;

/**
 * The current catalogue. Each call first reads the products that any process has changed since the
 * last call. The caller must not await anything else before its last use of the result.
 */
export function currentCatalog(db: Db): Promise<CurrentCatalog> {
  noteRead();
  const catalog = catalogs.get(db) ?? emptyCatalog();
  catalogs.set(db, catalog);
  // Reads from the primary database, since callers that need the latest state share the catalogue.
  const caughtUp = catalog.lastRead.then(() => onPrimary(() => applyChanges(db, catalog)));
  catalog.lastRead = caughtUp.catch(() => {});
  return caughtUp;
}

const neverRead = -1;

const emptyCatalog = (): FollowedCatalog => ({
  index: new CatalogIndex(),
  vocabulary: { categories: [], attributes: [], toJSON: () => "" },
  settled: neverRead,
  commit: undefined,
  lastRead: Promise.resolve(),
});

async function applyChanges(db: Db, catalog: FollowedCatalog): Promise<CurrentCatalog> {
  const commit = lastCommitOf(db);
  if (catalog.settled === neverRead) return await readWholeCatalog(db, catalog);
  if (commit !== undefined && commit === catalog.commit) return catalog;
  const { settled, subjects } = await findChanges(db, catalog.settled);
  if (subjects.includes(vocabulary)) catalog.vocabulary = await findVocabulary(db);
  const ids = subjects.filter((subject) => subject !== vocabulary);
  if (ids.length > 0) catalog.index.change(ids, await changedProducts(db, ids));
  return Object.assign(catalog, { settled, commit });
}

async function changedProducts(db: Db, ids: readonly string[]): Promise<IndexedProduct[]> {
  const products: IndexedProduct[] = [];
  for (let at = 0; at < ids.length; at += idsPerQuery) {
    if (at > 0) await yieldToEventLoop();
    products.push(...(await findIndexedProducts(db, ids.slice(at, at + idsPerQuery))));
  }
  return products;
}

/** Reads all products, and the number of the change from which later reads continue. */
async function readWholeCatalog(db: Db, catalog: FollowedCatalog): Promise<CurrentCatalog> {
  const { settled } = await findChanges(db, Number.MAX_SAFE_INTEGER);
  const index = new CatalogIndex();
  let next = await findIndexedProductsAfter(db, "", rowsPerQuery);
  while (next) {
    index.change([], next.published);
    await yieldToEventLoop();
    next = await findIndexedProductsAfter(db, next.last, rowsPerQuery);
  }
  return Object.assign(catalog, { index, settled, vocabulary: await findVocabulary(db) });
}

async function findVocabulary(db: Db): Promise<Vocabulary> {
  const [categories, attributes] = [await findCategories(db), await findAttributes(db)];
  const name = hash("sha1", JSON.stringify([categories, attributes]), "base64url");
  return { categories, attributes, toJSON: () => name };
}
