export const wishlistPath = "/storefront/wishlist/";
/** The path for the native form of a heart icon, on pages that are the same for everybody. */
export const favouriteFormPath = "/storefront/wishlist/add";

/** The path of the call that returns all favourites of a customer. */
export const favouritesPath = "/storefront/api/customers/wishlist/any";

/** The path of the calls that add and remove one product. */
export const favouritePath = (productId: string): string => `/storefront/api/customers/wishlist/${productId}`;
