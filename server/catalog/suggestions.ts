import type { Db } from "../db/tables.ts";
import type { Vocabulary } from "./current-catalog.ts";
import { listedIds, resolveListing } from "./listing.ts";
import { productCards } from "./product-cards.ts";
import type { ListingResult } from "./rules/catalog-index/catalog-index.ts";
import { type Filters, filtersOf, listingPath } from "./rules/listing.ts";
import type { ProductCard } from "./rules/product-card.ts";
import { mentions, type SearchTerm, wordsOf } from "./rules/search.ts";

type SuggestedProduct = {
  name: string;
  href: string;
  price: string;
  picture: string;
  backdropColour: ProductCard["backdropColour"];
};
type SuggestedPlace = { name: string; href: string };

/** The suggestions below the search field during typing. */
export type Suggestions = {
  q: string;
  total: number;
  products: SuggestedProduct[];
  /** categories and attribute values, as listings */
  categories: SuggestedPlace[];
  /** the corrected query, if a word was misspelled */
  corrected?: string;
};

const mostProducts = 6;
const mostPlaces = 3;
const minQueryLength = 2;

/** The smallest file of the picture, which is shown at 48 px. */
const smallest = ({ picture }: ProductCard): string => picture?.sources.at(-1)?.srcset.split(" ")[0] ?? picture?.url ?? "";

const suggested = (card: ProductCard): SuggestedProduct => {
  const { name, href, price, backdropColour } = card;
  return { name, href, price, picture: smallest(card), backdropColour };
};

const all = filtersOf({});
const place = (name: string, filters: Partial<Filters>): SuggestedPlace => ({ name, href: listingPath({ ...all, ...filters }) });

/** Categories and attribute values whose names match the search, if a found product has them. */
function placesCalled(
  terms: readonly SearchTerm[],
  { categories, attributes }: Vocabulary,
  left: ListingResult,
): SuggestedPlace[] {
  const called = categories.filter(({ id, name }) => mentions(name, terms) && left.inCategory(id) > 0);
  const values = attributes.flatMap((attribute) =>
    attribute.values
      .filter(({ id, name }) => mentions(name, terms) && left.withValue(id, attribute.id) > 0)
      .map(({ name, slug }) => place(`${attribute.name}: ${name}`, { attributes: [`${attribute.slug}:${slug}`] })),
  );
  return [...called.map(({ name, slug }) => place(name, { categories: [slug] })), ...values].slice(0, mostPlaces);
}

/** Up to six products and three links; nothing for a query below two letters. */
export async function suggest(db: Db, q: unknown, now: number): Promise<Suggestions> {
  const filters = filtersOf({ q });
  if (wordsOf(filters.q).join("").length < minQueryLength) return { q: filters.q, total: 0, products: [], categories: [] };
  const resolved = await resolveListing(db, filters);
  const { ids, left, corrected, total } = listedIds(resolved);
  const categories = placesCalled(resolved.search.terms, resolved.catalog.vocabulary, left);
  const cards = await productCards(db, ids.slice(0, mostProducts), undefined, now);
  return { q: filters.q, total, products: cards.map(suggested), categories, ...(corrected && { corrected }) };
}
