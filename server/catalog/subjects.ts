/**
 * Names of the catalogue's data on which cached pages depend. The triggers of
 * db/migrations/001-base/watched.ts record changes by these names. A name without its last part
 * stands for all names that begin with it.
 */

/** A product's card: its data, sale rules, and the stock that pages may show. */
export const productSubject = (id: string): string => `product:${id}`;

/** A product's description, facts and reviews, and so the rating on its cards. */
export const detailsSubject = (id: string): string => `details:${id}`;

/** A category's name, address, text and position, and its sale rules. */
export const categorySubject = (id: string): string => `category:${id}`;

/** The names, addresses and order of the categories with a public product, for every header. */
export const headerSubject = "header";

/**
 * `attributeSubject` stands for the name and position of an attribute, `valueSubject` for the name
 * and position of an attribute's value.
 */
export const attributeSubject = (id: string): string => `attribute:${id}`;
export const valueSubject = (id: string): string => `value:${id}`;

/**
 * The products of a category and their ranking: sales, views, age, values, and whether any is in
 * stock.
 */
export const assortmentSubject = (categoryId: string): string => `assortment:${categoryId}`;

/** The id of the product in an assortment subject. */
export const productIdIn = (assortmentChange: string): string => assortmentChange.slice(assortmentChange.lastIndexOf(":") + 1);

/** All subjects of a kind. */
export const anyProduct = "product";
export const anyCategory = "category";
export const anyAttribute = "attribute";
export const anyValue = "value";
export const anyAssortment = "assortment";

/** Any collection: its texts, its rule, or its chosen products. */
export const anyCollection = "collection";

/** The owner's synonyms for the search. */
export const anySynonym = "synonym";

/** The subjects of a product's card; its rating belongs to the details. */
export const subjectsOf = ({ id, category }: { id: string; category: { id: string } }): string[] => [
  productSubject(id),
  detailsSubject(id),
  categorySubject(category.id),
];
