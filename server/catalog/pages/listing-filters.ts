import { dollars } from "../../money.ts";
import type { CountedAttribute, Listing } from "../listing.ts";
import { type Filters, listingPath, withoutAttribute, withoutCategory, withoutPrices, withoutStock } from "../rules/listing.ts";

type CountedChoice = { name: string; count: number };
type Box = { field: string; value: string; name: string; count: number; checked: boolean };
type Group = { name: string; folds: boolean; open: boolean; boxes: Box[]; more?: { count: number; open: boolean; boxes: Box[] } };

/** A list longer than `most` shows its first values and folds the rest. */
const most = 8;
const first = 6;

/**
 * The groups of checkboxes. The categories are open; an attribute is folded until one of its values
 * is picked. Leaves out choices without products, unless picked.
 */
export function groupsOf({ filters, categories, attributes }: Listing): Group[] {
  const picked = new Set([...filters.categories, ...filters.attributes]);
  const boxOf = (field: string, value: string, { name, count }: CountedChoice): Box[] => {
    const checked = picked.has(value);
    return count > 0 || checked ? [{ field, value, name, count, checked }] : [];
  };
  const group = ({ name, values }: CountedAttribute): Group => {
    const boxes = values.flatMap((value) => boxOf("attributes", value.pick, value));
    return { name, folds: true, open: boxes.some(isChecked), ...folded(boxes) };
  };
  const ofCategories = categories.flatMap((category) => boxOf("categories", category.slug, category));
  const category: Group = { name: "Category", boxes: ofCategories, folds: false, open: true };
  return [category, ...attributes.map(group)].filter(({ boxes }) => boxes.length > 0);
}

const isChecked = ({ checked }: Box) => checked;

/**
 * The first values, and the rest of a long list in a `<details>`, which is open if one of its
 * values is picked.
 */
function folded(boxes: Box[]): Pick<Group, "boxes" | "more"> {
  if (boxes.length <= most) return { boxes };
  const rest = boxes.slice(first);
  return { boxes: boxes.slice(0, first), more: { count: boxes.length, open: rest.some(isChecked), boxes: rest } };
}

/** The active filters, each with the address of the listing without this filter. */
export function appliedFilters({ filters, categories, attributes }: Listing) {
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
  const prices = pricesText(filters);
  return [
    ...search,
    ...filters.categories.map(ofCategory),
    ...filters.attributes.map(ofAttribute),
    ...(prices ? [{ name: prices, href: listingPath(withoutPrices(filters)) }] : []),
    ...(filters.inStock ? [{ name: "In stock", href: listingPath(withoutStock(filters)) }] : []),
  ];
}

function pricesText({ priceMin, priceMax }: Filters): string {
  if (priceMin && priceMax) return `${dollars(priceMin)} to ${dollars(priceMax)}`;
  if (priceMin) return `From ${dollars(priceMin)}`;
  return priceMax ? `Up to ${dollars(priceMax)}` : "";
}
