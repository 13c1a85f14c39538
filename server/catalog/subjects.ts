/**
 * Subjects of the catalogue, under which pages are kept: the triggers of
 * db/migrations/001-base/watched.ts record changes by the same names. A name without its last part
 * stands for all that begin with it.
 */

/** What a card shows of a product, its rules of sale and the stock that pages may show included. */
export const productSubject = (id: string): string => `product:${id}`;

/** What only the product's own page shows: description, facts, reviews. */
export const detailsSubject = (id: string): string => `details:${id}`;

/** A category's name, address, text and place, and its rules of sale. */
export const categorySubject = (id: string): string => `category:${id}`;

/** The names, addresses and order of the categories that have a public product, to which every header may link. */
export const headerSubject = "header";

/** The name and place of an attribute, or of its value. */
export const attributeSubject = (id: string): string => `attribute:${id}`;
export const valueSubject = (id: string): string => `value:${id}`;

/** Which products a category has, and how they rank: sales, views, age, values, whether any is in stock. */
export const assortmentSubject = (categoryId: string): string => `assortment:${categoryId}`;

/** The product in a change of a category's assortment. */
export const productIdIn = (assortmentChange: string): string => assortmentChange.slice(assortmentChange.lastIndexOf(":") + 1);

/** All of a kind. */
export const anyProduct = "product";
export const anyCategory = "category";
export const anyAttribute = "attribute";
export const anyValue = "value";
export const anyAssortment = "assortment";

/** The owner's words that mean the same in a search. */
export const anySynonym = "synonym";

/** What is read of a product for its card. */
export const subjectsOf = ({ id, category }: { id: string; category: { id: string } }): string[] => [
  productSubject(id),
  categorySubject(category.id),
];
