import { shared } from "../../media/shared-picture.ts";
import { type Cents, toAmount } from "../../money.ts";
import { homePath } from "../../paths.ts";
import { breadcrumbLd, type Crumb } from "../../web/json-ld.ts";
import { view } from "../../web/view.ts";
import { type CountedCategory, type Listing, perPage } from "../listing.ts";
import { collectionsPath } from "../paths.ts";
import { defaultOrderOf, type Filters, filtersOf, listingPath, withoutFilters } from "../rules/listing.ts";
import { lastPage, pagerOf } from "../rules/paging.ts";
import { shipToMenu } from "../rules/ship-to.ts";
import { featured, sortOptions } from "../rules/sort-options.ts";
import { appliedFilters, groupsOf } from "./listing-filters.ts";

type ListingPage = ReturnType<typeof listingPage>;
export const listingView = view<ListingPage>("catalog/listing");

/** The values of views/catalog/listing.hbs. */
export function listingPage(publicUrl: string, listing: Listing) {
  const { filters, total, cards, instead, hasStateRules, collection } = listing;
  const heading = headingOf(listing);
  const headPicture = filters.q ? undefined : onlyCategory(listing)?.picture;
  const applied = appliedFilters(listing);
  const title = titleOf(listing, heading, applied);
  const crumbs = crumbsOf(listing, heading);
  const path = (page: number) => listingPath({ ...filters, page });
  const everywhere = listingPath({ ...filters, shipTo: undefined });
  return {
    title,
    description: descriptionOf(listing, title),
    canonical: publicUrl + everywhere,
    ...shared(publicUrl, headPicture ?? cards[0]?.picture),
    jsonLd: [breadcrumbLd(publicUrl, crumbs)],
    // Not for search engines: price filters make endless addresses for the same products, and stock
    // changes by the hour.
    ...((filters.q || total === 0 || pricesOf(filters).length > 0 || filters.inStock) && { robots: "noindex" }),
    heading,
    intro: collection?.intro ?? onlyCategory(listing)?.intro,
    ...(collection && { crumbs, collection: collection.name }),
    action: listingPath({ ...filtersOf({}), collection: filters.collection, order: defaultOrderOf(filters) }),
    headPicture,
    corrected: listing.corrected,
    found: countOf(total),
    shown: rangeText(filters.page, total),
    q: filters.q,
    cards,
    shipTo: filters.shipTo,
    everywhere: shipToMenu(everywhere, { shipTo: filters.shipTo, hasStateRules }),
    groups: groupsOf(listing),
    applied,
    price: { min: priceOf(filters.priceMin), max: priceOf(filters.priceMax) },
    stock: { checked: filters.inStock, count: listing.inStock },
    picks: applied.length - (filters.q ? 1 : 0),
    clear: listingPath(withoutFilters(filters)),
    all: collectionsPath,
    categories: total > 0 ? [] : categoryLinks(listing),
    instead,
    orders: [...(filters.collection?.isByHand ? [featured] : []), ...sortOptions].map((order) => ({
      ...order,
      selected: order.value === filters.order,
      href: listingPath({ ...filters, order: order.value, page: 1 }),
    })),
    sortKeeps: [...searchOf(filters), ...picksOf(filters), ...stateOf(filters)],
    filterKeeps: [...searchOf(filters), ...orderOf(filters), ...stateOf(filters)],
    shipToKeeps: [...searchOf(filters), ...picksOf(filters), ...orderOf(filters)],
    pager: pagerOf(filters.page, lastPage(total, perPage), path),
  };
}

const field = (name: string) => (value: string) => ({ name, value });

// A form's hidden fields keep the parameters of the address, except the form's own fields and the
// page.
const searchOf = ({ q }: Filters) => (q ? [field("q")(q)] : []);
const stateOf = ({ shipTo }: Filters) => (shipTo ? [field("ship_to")(shipTo.area)] : []);
const orderOf = (filters: Filters) => (filters.order === defaultOrderOf(filters) ? [] : [field("order")(filters.order)]);
const picksOf = (filters: Filters) => [
  ...filters.categories.map(field("categories")),
  ...filters.attributes.map(field("attributes")),
  ...pricesOf(filters),
  ...(filters.inStock ? [field("in_stock")("1")] : []),
];
/** A price limit in dollars, as its form field and the address write it. */
const priceOf = (cents: Cents | undefined): string => (cents ? String(toAmount(cents)) : "");
const pricesOf = ({ priceMin, priceMax }: Filters) => [
  ...(priceMin ? [field("price_min")(priceOf(priceMin))] : []),
  ...(priceMax ? [field("price_max")(priceOf(priceMax))] : []),
];

/** The breadcrumbs of a listing; those of a collection also lead to all products. */
const crumbsOf = ({ collection }: Listing, heading: string): Crumb[] => [
  { name: "Home", href: homePath },
  ...(collection ? [{ name: "All products", href: collectionsPath }] : []),
  { name: heading },
];

const onlyCategory = ({ filters, categories }: Listing): CountedCategory | undefined =>
  filters.categories.length === 1 ? categories.find(({ slug }) => slug === filters.categories[0]) : undefined;

const countOf = (total: number) => (total === 1 ? "1 product" : `${total} products`);

/** The range of products on this page, in words; undefined if the page shows all products. */
function rangeText(page: number, total: number): string | undefined {
  if (total <= perPage) return undefined;
  const last = Math.min(page * perPage, total);
  return `${(page - 1) * perPage + 1}–${last} of ${total}`;
}

/** Links for an empty result: the categories, for the same state. */
const categoryLinks = ({ filters, categories }: Listing) =>
  categories.map(({ slug, name }) => ({
    name,
    href: listingPath({ ...filtersOf({}), shipTo: filters.shipTo, categories: [slug] }),
  }));

/** The title, which differs for every page of every selection. */
function titleOf(listing: Listing, heading: string, applied: readonly { name: string }[]): string {
  const { collection, filters } = listing;
  const { q, page, order } = filters;
  const saidByHeading = q || (!collection && onlyCategory(listing)) ? 1 : 0;
  const narrowed = applied.slice(saidByHeading);
  const isUsual = order === defaultOrderOf(filters);
  const sorted = isUsual ? [] : sortOptions.filter(({ value }) => value === order).map(({ label }) => label);
  const title = (!q && collection?.seoTitle) || heading;
  return [title, ...narrowed.map(({ name }) => name), ...sorted, ...(page > 1 ? [`page ${page}`] : [])].join(", ");
}

function headingOf(listing: Listing): string {
  const words = listing.corrected ?? listing.filters.q;
  if (words) return `Results for “${words}”`;
  return listing.collection?.name ?? onlyCategory(listing)?.name ?? "All products";
}

const descriptionOf = ({ collection, filters, total }: Listing, title: string): string =>
  (!filters.q && (collection?.seoDescription || collection?.intro)) ||
  `${title}: ${countOf(total)} to choose from, with prices and availability. Filter, or sort by price, name, or popularity.`;
