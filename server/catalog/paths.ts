export const collectionsPath = "/storefront/collections/";
/**
 * The route of a path below the listing's path. The slug may be that of a collection or a category;
 * server/screens.ts replaces any other path by `-`.
 */
export const belowCollectionsRoute = "/storefront/collections/:slug/";
/** The page of a collection. */
export const collectionPath = (slug: string): string => `${collectionsPath}${encodeURIComponent(slug)}/`;
/** The listing of one category. */
export const categoryPath = (slug: string): string => `${collectionsPath}?categories=${encodeURIComponent(slug)}`;
/** The landing page of a category that has one (rules/categories.ts). */
export const landingScreenPath = (slug: string): string => `/storefront/${slug}/`;

/** The route of all product pages. */
export const productRoute = "/storefront/products/:slug/";
/** A product's own address (requirement 19). */
export const productPath = (slug: string): string => `/storefront/products/${encodeURIComponent(slug)}/`;

/** Cards of products by their ids, as HTML. */
export const cardsPath = "/storefront/api/cards";
/** Offers of variants by their ids. */
export const offersPath = "/storefront/api/offers";
export const suggestionsPath = "/storefront/api/search/suggestions";
/** The suggestions as HTML, for the search form's list. */
export const suggestionOptionsPath = "/storefront/api/search/options";
/** Counts a view of a product. */
export const viewsPath = "/storefront/api/views";
