/** Addresses that every feature may link to. */
export const homePath = "/storefront/";
/** Returns the token that changes need. */
export const csrfPath = "/storefront/api/csrf";
