import type { Page } from "../../web/views.ts";
import { type CountedAttribute, type CountedCategory, type Listing, perPage } from "../listing.ts";
import { type Filters, listingHome, listingPath, withoutAttribute, withoutCategory, withoutFilters } from "../rules/listing.ts";
import { defaultOrder, orders } from "../rules/orders.ts";
import { lastPage, pagerOf } from "../rules/paging.ts";

/** What views/catalog/listing.hbs receives. */
export function listingPage(publicUrl: string, listing: Listing): Page {
  const { filters, total, tiles } = listing;
  const heading = headingOf(listing);
  const path = (page: number) => listingPath({ ...filters, page });
  return {
    title: filters.page > 1 ? `${heading}, page ${filters.page}` : heading,
    description: descriptionOf(listing),
    canonical: publicUrl + listingPath({ ...filters, shipTo: undefined }),
    ...((filters.q || total === 0) && { robots: "noindex" }),
    heading,
    intro: onlyCategory(listing)?.intro,
    found: total === 1 ? "1 product" : `${total} products`,
    q: filters.q,
    tiles,
    shipTo: filters.shipTo,
    everywhere: listingPath({ ...filters, shipTo: undefined }),
    groups: groupsOf(listing),
    applied: appliedOf(listing),
    clear: listingPath(withoutFilters(filters)),
    all: listingHome,
    orders: orders.map((order) => ({ ...order, selected: order.value === filters.order })),
    sortKeeps: [
      ...hiddenOf(filters),
      ...filters.categories.map(field("categories")),
      ...filters.attributes.map(field("attributes")),
    ],
    filterKeeps: [...hiddenOf(filters), ...(filters.order === defaultOrder ? [] : [field("order")(filters.order)])],
    pager: pagerOf(filters.page, lastPage(total, perPage), path),
  };
}

const field = (name: string) => (value: string) => ({ name, value });

/** What both forms of the page carry along. */
const hiddenOf = ({ q, shipTo }: Filters) => [...(q ? [field("q")(q)] : []), ...(shipTo ? [field("ship_to")(shipTo.area)] : [])];

const onlyCategory = ({ filters, categories }: Listing): CountedCategory | undefined =>
  filters.categories.length === 1 ? categories.find(({ slug }) => slug === filters.categories[0]) : undefined;

function headingOf(listing: Listing): string {
  if (listing.filters.q) return `Results for “${listing.filters.q}”`;
  return onlyCategory(listing)?.name ?? "All products";
}

const descriptionOf = (listing: Listing): string =>
  onlyCategory(listing)?.intro || `${headingOf(listing)}: ${listing.total} to choose from, with prices and what is in stock.`;

/** The checkboxes: categories open, attributes folded until one is picked. What would show nothing is left out, unless it is picked. */
function groupsOf({ filters, categories, attributes }: Listing) {
  const picked = new Set([...filters.categories, ...filters.attributes]);
  const boxes = (name: string, values: { value: string; name: string; count: number }[]) =>
    values
      .map((box) => ({ field: name, checked: picked.has(box.value), ...box }))
      .filter(({ count, checked }) => count > 0 || checked);
  const ofCategories = categories.map(({ slug, name, count }) => ({ value: slug, name, count }));
  const ofAttribute = ({ slug, values }: CountedAttribute) =>
    values.map((value) => ({ value: `${slug}:${value.slug}`, name: value.name, count: value.count }));
  const folded = (attribute: CountedAttribute) => {
    const shown = boxes("attributes", ofAttribute(attribute));
    return { name: attribute.name, boxes: shown, folds: true, open: shown.some(({ checked }) => checked) };
  };
  const first = { name: "Category", boxes: boxes("categories", ofCategories), folds: false, open: true };
  return [first, ...attributes.map(folded)].filter(({ boxes }) => boxes.length > 0);
}

/** The active filters, each with the address of the listing without it. */
function appliedOf({ filters, categories, attributes }: Listing) {
  const ofCategory = (slug: string) => ({
    name: categories.find((category) => category.slug === slug)?.name ?? slug,
    href: listingPath(withoutCategory(filters, slug)),
  });
  const ofAttribute = (pick: string) => {
    const [slug, value] = pick.split(":");
    const attribute = attributes.find((each) => each.slug === slug);
    const name = attribute?.values.find((each) => each.slug === value)?.name ?? pick;
    return { name: `${attribute?.name}: ${name}`, href: listingPath(withoutAttribute(filters, pick)) };
  };
  const search = filters.q ? [{ name: `“${filters.q}”`, href: listingPath({ ...filters, q: "", page: 1 }) }] : [];
  return [...search, ...filters.categories.map(ofCategory), ...filters.attributes.map(ofAttribute)];
}
