/** Addresses that every feature may lead to. */
export const homePath = "/storefront/";
/** The token that changes are sent with. */
export const csrfPath = "/storefront/api/csrf";
