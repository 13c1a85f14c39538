export const wishlistPath = "/storefront/wishlist/";
/** The form of a heart, for pages that are the same for everybody. */
export const favouriteFormPath = "/storefront/wishlist/add";

/** All that a customer likes. */
export const favouritesPath = "/storefront/api/customers/wishlist/any";

/** Of the calls that add and remove one product. */
export const favouritePath = (productId: string): string => `/storefront/api/customers/wishlist/${productId}`;
