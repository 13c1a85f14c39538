import { byNaturalName } from "../../catalog/rules/natural-order.ts";

/** The pages that every shop should have, in the footer's order. */
const first = ["shipping", "returns", "contact", "about", "privacy", "terms", "accessibility"];

/** The pages that a shopper may want to read before paying. */
const policies: ReadonlySet<string> = new Set(["shipping", "returns", "privacy", "terms", "contact"]);

const placeOf = (slug: string): number => (first.includes(slug) ? first.indexOf(slug) : first.length);

/** Whether every shop should have a page at this address. */
export const isExpected = (slug: string): boolean => first.includes(slug);

const byTitle = byNaturalName(({ title }: { title: string }) => title);

/** Sorts the expected pages first, then the owner's other pages by title. */
export const inFooterOrder = <Page extends { slug: string; title: string }>(pages: readonly Page[]): Page[] =>
  pages.toSorted((a, b) => placeOf(a.slug) - placeOf(b.slug) || byTitle(a, b));

/** Whether the checkout links to the page; the checkout has few other links. */
export const isPolicy = ({ slug }: { slug: string }): boolean => policies.has(slug);
