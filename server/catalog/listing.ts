import { trackedResult } from "../db/changes/tracked-results.ts";
import { dependOnTime } from "../db/changes/tracking.ts";
import type { Db } from "../db/tables.ts";
import { type Collection, findCollection, restrictionOf } from "./collections.ts";
import { type CurrentCatalog, currentCatalog, type Vocabulary } from "./current-catalog.ts";
import { productCards } from "./product-cards.ts";
import type { CategoryHead } from "./queries/facets.ts";
import { stockFacet } from "./queries/indexed-products.ts";
import type { ListingResult } from "./rules/catalog-index/catalog-index.ts";
import { nextDay } from "./rules/collected.ts";
import { byAttribute, type Filters } from "./rules/listing.ts";
import { clampPage } from "./rules/paging.ts";
import type { Category } from "./rules/product.ts";
import type { ProductCard } from "./rules/product-card.ts";
import { featured } from "./rules/sort-options.ts";
import { type Search, searchCatalog } from "./search.ts";
import { hasStateRules } from "./states.ts";
import { anyAssortment, anyAttribute, anyCategory, anyCollection, anyProduct, anySynonym, anyValue } from "./subjects.ts";

export const perPage = 24;

export type CountedCategory = Category & CategoryHead & { count: number };
type CountedValue = { slug: string; pick: string; name: string; count: number };
export type CountedAttribute = { slug: string; name: string; values: CountedValue[] };

export type Listing = {
  /** the filters in the address, without unknown slugs and with an existing page */
  filters: Filters;
  /** the texts of the collection whose page the listing is */
  collection: Pick<Collection, "name" | "intro" | "seoTitle" | "seoDescription"> | undefined;
  /** the corrected query, if no product has the words of `filters.q` */
  corrected: string | undefined;
  total: number;
  categories: CountedCategory[];
  attributes: CountedAttribute[];
  /** how many of the products can ship now */
  inStock: number;
  cards: ProductCard[];
  /** popular products, if nothing was found */
  instead: ProductCard[];
  /** whether any product of the shop is restricted somewhere */
  hasStateRules: boolean;
};

/** Removes slugs that the shop does not have. */
function knownFilters(filters: Filters, { categories, attributes }: Vocabulary): Filters {
  const isKnown = (pick: string) => {
    const [slug, value] = pick.split(":");
    return attributes.find((attribute) => attribute.slug === slug)?.values.some((each) => each.slug === value);
  };
  return {
    ...filters,
    categories: filters.categories.filter((slug) => categories.some((category) => category.slug === slug)),
    attributes: filters.attributes.filter(isKnown),
  };
}

function narrowed(
  filters: Filters,
  { index, vocabulary }: CurrentCatalog,
  { found, exact }: Search,
  collection: Collection | undefined,
): ListingResult {
  const { categories, attributes } = vocabulary;
  const picked = byAttribute(filters.attributes);
  const picks = attributes.flatMap(({ id, slug, values }) => {
    const slugs = picked.get(slug);
    return slugs ? [[id, values.filter((value) => slugs.includes(value.slug)).map((value) => value.id)] as const] : [];
  });
  const categoryIds = categories.filter(({ slug }) => filters.categories.includes(slug)).map(({ id }) => id);
  if (filters.inStock) picks.push([stockFacet.attributeId, [stockFacet.valueId]]);
  const price = { min: filters.priceMin, max: filters.priceMax };
  const within = collection && restrictionOf(collection, vocabulary, filters.collection?.since);
  const first = filters.order === featured.value && collection ? collection.products : exact;
  return index.narrow({ categoryIds, picks: new Map(picks), found, first, price, within });
}

type ResolvedListing = { filters: Filters; catalog: CurrentCatalog; search: Search; collection: Collection | undefined };

/**
 * The filters of an address and the catalogue to apply them to. Use both before awaiting anything
 * else.
 */
export async function resolveListing(db: Db, filters: Filters): Promise<ResolvedListing> {
  const search = await searchCatalog(db, filters.q);
  const collection = filters.collection && (await findCollection(db, filters.collection.slug));
  return { filters, search, collection, catalog: await currentCatalog(db) };
}

/** The ids of one page of products. */
export function listedIds({ filters: resolved, catalog, search, collection }: ResolvedListing) {
  const filters = knownFilters(resolved, catalog.vocabulary);
  const result = narrowed(filters, catalog, search, collection);
  const page = clampPage(filters.page, result.total, perPage);
  const ids = result.ids({ order: filters.order, limit: perPage, offset: (page - 1) * perPage });
  return { filters: { ...filters, page }, corrected: search.corrected, total: result.total, ids, left: result };
}

/** Counts in the vocabulary's order. */
type Counts = { vocabulary: Vocabulary; inStock: number; categories: number[]; attributes: number[][] };

/**
 * How many products each other choice would show. Stored as bare numbers, since there can be very
 * many listings.
 */
export const countsOf = ({ vocabulary }: CurrentCatalog, left: ListingResult): Counts => ({
  vocabulary,
  inStock: left.withValue(stockFacet.valueId, stockFacet.attributeId),
  categories: vocabulary.categories.map(({ id }) => left.inCategory(id)),
  attributes: vocabulary.attributes.map(({ id, values }) => values.map((value) => left.withValue(value.id, id))),
});

const countedChoices = ({ vocabulary, inStock, ...counts }: Counts): Pick<Listing, "categories" | "attributes" | "inStock"> => ({
  inStock,
  categories: vocabulary.categories.map((category, at) => ({ ...category, count: counts.categories[at] ?? 0 })),
  attributes: vocabulary.attributes.map(({ slug, name, values }, at) => ({
    slug,
    name,
    values: values.map(({ slug, pick, name }, nth) => ({ slug, pick, name, count: counts.attributes[at]?.[nth] ?? 0 })),
  })),
});

const everything = { categoryIds: [], picks: new Map(), found: undefined };
const bestIds = ({ index }: CurrentCatalog) => index.narrow(everything).ids({ order: "popular", limit: 4, offset: 0 });

type ListedIds = Pick<Listing, "filters" | "corrected" | "total"> & { ids: string[]; best: string[]; counts: Counts };

/** A listing without its cards. It stays the same after most changes of products. */
const findListedIds = (db: Db, filters: Filters): Promise<ListedIds> =>
  trackedResult(db, {
    key: `listing ${JSON.stringify(filters)}`,
    subjects: [anyProduct, anyAssortment, anyCategory, anyAttribute, anyValue, anySynonym, anyCollection],
    read: async () => {
      const resolved = await resolveListing(db, filters);
      const { left, ...listing } = listedIds(resolved);
      const best = listing.total === 0 ? bestIds(resolved.catalog) : [];
      return { ...listing, counts: countsOf(resolved.catalog, left), best };
    },
  });

/**
 * One page of products, with how many products each other filter would show. The page of a
 * collection also has its texts.
 */
export async function findListing(
  db: Db,
  filters: Filters,
  now: number,
  collection: Listing["collection"] = undefined,
): Promise<Listing> {
  if (filters.collection?.since !== undefined) dependOnTime(nextDay(now));
  const { ids, best, counts, ...listing } = await findListedIds(db, filters);
  const cards = await productCards(db, [...ids, ...best], listing.filters.shipTo, now);
  const [pageCards, instead] = [cards.slice(0, ids.length), cards.slice(ids.length)];
  const restricts = await hasStateRules(db);
  return { ...listing, ...countedChoices(counts), collection, cards: pageCards, instead, hasStateRules: restricts };
}
