/** Apart from the other paths, since every page's scripts carry these. */
export const cartPath = "/storefront/cart/";
/** The form of pages that are the same for everybody; begins a checkout where there is none. */
export const cartAdditionPath = "/storefront/cart/add";

export const createPath = "/storefront/checkout/create";
export const findPath = "/storefront/checkout/find";
export const linePath = "/storefront/checkout/line";
