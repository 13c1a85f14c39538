/**
 * These paths have a separate file, since every page's scripts include them but not the other
 * paths.
 */
export const cartPath = "/storefront/cart/";
/** The target of the form on cached pages; creates a checkout if there is none. */
export const cartAdditionPath = "/storefront/cart/add";

export const createPath = "/storefront/checkout/create";
export const findPath = "/storefront/checkout/find";
export const linePath = "/storefront/checkout/line";
