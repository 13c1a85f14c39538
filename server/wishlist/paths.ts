export const wishlistPath = "/storefront/wishlist/";
/** The native form of a heart icon, on pages that are the same for all. */
export const favouriteFormPath = "/storefront/wishlist/add";

/** All favourites of a customer. */
export const favouritesPath = "/storefront/api/customers/wishlist/any";

/** The path of the calls that add and remove one product. */
export const favouritePath = (productId: string): string => `/storefront/api/customers/wishlist/${productId}`;
