import type { Db } from "../db/tables.ts";
import { type Attribute, findAttributes, findCategories } from "./queries/facets.ts";
import { countByCategory, countByValue, matchingIds, type Wanted } from "./queries/listing.ts";
import { searchWords } from "./queries/search.ts";
import { byAttribute, type Filters } from "./rules/listing.ts";
import { clampPage } from "./rules/paging.ts";
import type { Category } from "./rules/product.ts";
import type { Tile } from "./rules/tile.ts";
import { tilesOf } from "./tiles.ts";

export const perPage = 24;

export type CountedCategory = Category & { intro: string; count: number };
export type CountedAttribute = { slug: string; name: string; values: { slug: string; name: string; count: number }[] };

export type Listing = {
  /** what the address asked for, without slugs that name nothing and with a page that exists */
  filters: Filters;
  total: number;
  categories: CountedCategory[];
  attributes: CountedAttribute[];
  tiles: Tile[];
};

/** Keeps of the address what the shop knows. */
function known(filters: Filters, categories: readonly Category[], attributes: readonly Attribute[]): Filters {
  const slugs = new Set(categories.map(({ slug }) => slug));
  const picks = new Set(attributes.flatMap(({ slug, values }) => values.map((value) => `${slug}:${value.slug}`)));
  return {
    ...filters,
    categories: filters.categories.filter((slug) => slugs.has(slug)),
    attributes: filters.attributes.filter((pick) => picks.has(pick)),
  };
}

function wantedOf(filters: Filters, categories: readonly Category[], attributes: readonly Attribute[]): Wanted {
  const picks = new Map<string, string[]>();
  for (const [slug, values] of byAttribute(filters.attributes)) {
    const attribute = attributes.find((each) => each.slug === slug);
    const ids = attribute?.values.filter((value) => values.includes(value.slug)).map(({ id }) => id);
    if (attribute && ids) picks.set(attribute.id, ids);
  }
  const categoryIds = categories.filter(({ slug }) => filters.categories.includes(slug)).map(({ id }) => id);
  return { categoryIds, picks, words: searchWords(filters.q) };
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

/** One page of goods, with how many each other choice would show. */
export async function findListing(db: Db, asked: Filters, now: number): Promise<Listing> {
  const [allCategories, allAttributes] = await Promise.all([findCategories(db), findAttributes(db)]);
  const filters = known(asked, allCategories, allAttributes);
  const wanted = wantedOf(filters, allCategories, allAttributes);
  const [byCategory, byValue] = await Promise.all([countByCategory(db, wanted), countByValue(db, wanted)]);

  const chosen = wanted.categoryIds.length > 0 ? wanted.categoryIds : [...byCategory.keys()];
  const total = sum(chosen.map((id) => byCategory.get(id) ?? 0));
  const page = clampPage(filters.page, total, perPage);
  const ids = await matchingIds(db, wanted, { order: filters.order, limit: perPage, offset: (page - 1) * perPage });
  return {
    filters: { ...filters, page },
    total,
    categories: allCategories.map((category) => ({ ...category, count: byCategory.get(category.id) ?? 0 })),
    attributes: allAttributes.map(({ slug, name, values }) => ({
      slug,
      name,
      values: values.map((value) => ({ slug: value.slug, name: value.name, count: byValue.get(value.id) ?? 0 })),
    })),
    tiles: await tilesOf(db, ids, filters.shipTo, now),
  };
}
