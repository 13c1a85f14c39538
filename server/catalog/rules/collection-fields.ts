import type { FieldError } from "../../outcome.ts";
import { hasInvisible } from "../../text-faults.ts";
import type { Label } from "./labels.ts";
import { isSlug, longestSlug } from "./product-faults.ts";

/** A collection as the staff edit it. An absent condition is null, and prices are in cents. */
export type CollectionFields = {
  name: string;
  slug: string;
  /** plain text at the head of the collection's page */
  intro: string;
  /** the page's title and description for search engines; empty: the name and introduction */
  seoTitle: string;
  seoDescription: string;
  chosenBy: "hand" | "rule";
  /** the ids of the products chosen by hand, in the order of the page */
  products: string[];
  label: Label | null;
  /** the required attribute values, each as `attribute-slug:value-slug` */
  values: string[];
  priceMin: number | null;
  priceMax: number | null;
  newerDays: number | null;
};

/** The most characters of the texts, and the most products, values, and days. */
export const mostOfCollection = {
  name: 60,
  intro: 300,
  seoTitle: 255,
  seoDescription: 320,
  products: 300,
  values: 40,
  days: 3650,
} as const;

function textFault(text: string, longest: number): string | undefined {
  if (text.length > longest) return `Up to ${longest} characters fit.`;
  return hasInvisible(text) ? "It has characters that can’t be seen. Type it again." : undefined;
}

const highestPrice = 100_000_000;
const priceFault = (cents: number | null): string | undefined =>
  cents === null || (Number.isInteger(cents) && cents > 0 && cents <= highestPrice)
    ? undefined
    : "Enter an amount from 0.01 to 1000000.00, or leave it empty.";

function daysFault(days: number | null): string | undefined {
  const isValid = days === null || (Number.isInteger(days) && days >= 1 && days <= mostOfCollection.days);
  return isValid ? undefined : `Enter a whole number from 1 to ${mostOfCollection.days}, or leave it empty.`;
}

const hasCondition = ({ label, values, priceMin, priceMax, newerDays }: CollectionFields): boolean =>
  values.length > 0 || [label, priceMin, priceMax, newerDays].some((condition) => condition !== null);

const crossed = ({ priceMin, priceMax }: CollectionFields): boolean =>
  priceMin !== null && priceMax !== null && priceMin > priceMax;

/**
 * The errors of a collection's fields. `others` are the other collections. A collection cannot use
 * one of `categorySlugs`, since categories have addresses below the same path.
 */
export function collectionFaults(
  fields: CollectionFields,
  others: readonly Pick<CollectionFields, "name" | "slug">[],
  categorySlugs: readonly string[],
): FieldError[] {
  const { name, slug, priceMin, priceMax, products, values, chosenBy } = fields;
  const faults: [keyof CollectionFields, string | false | undefined][] = [
    ["name", name === "" ? "Enter a name." : textFault(name, mostOfCollection.name)],
    ["name", others.some((other) => other.name.toLowerCase() === name.toLowerCase()) && "Another collection has this name."],
    ["slug", !isSlug(slug) && `Use lower-case letters, digits, and hyphens between them, up to ${longestSlug} characters.`],
    ["slug", categorySlugs.includes(slug) && "A category has this address. Enter a different one."],
    ["slug", others.some((other) => other.slug === slug) && "Another collection has this address."],
    ["intro", textFault(fields.intro, mostOfCollection.intro)],
    ["seoTitle", textFault(fields.seoTitle, mostOfCollection.seoTitle)],
    ["seoDescription", textFault(fields.seoDescription, mostOfCollection.seoDescription)],
    ["chosenBy", chosenBy === "rule" && !hasCondition(fields) && "Give the rule at least one condition below."],
    ["products", products.length > mostOfCollection.products && `Up to ${mostOfCollection.products} products fit.`],
    ["values", values.length > mostOfCollection.values && `Up to ${mostOfCollection.values} values fit.`],
    ["priceMin", priceFault(priceMin)],
    ["priceMax", priceFault(priceMax)],
    ["priceMax", crossed(fields) && "This is below the lowest price."],
    ["newerDays", daysFault(fields.newerDays)],
  ];
  const faulty = new Map<keyof CollectionFields, string>();
  for (const [field, message] of faults) if (message && !faulty.has(field)) faulty.set(field, message);
  return [...faulty].map(([field, message]) => ({ field, message }));
}
