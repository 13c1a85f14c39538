/** Addresses to which every feature may link. */
export const homePath = "/storefront/";
/** Returns the token that changes need. */
export const csrfPath = "/storefront/api/csrf";

/** Returns the OpenAPI description of all calls. */
export const openapiPath = "/storefront/api/openapi.json";

/** Keeps a form until after the next sign-in. */
export const draftPath = "/storefront/api/draft";

/** Takes browsers' reports of a broken content security policy. */
export const cspReportPath = "/storefront/api/csp-reports";

/** Paths below this one answer in JSON. */
const callsPath = "/storefront/api/";
/** Whether errors of this path are answered in JSON, for every caller. */
export const isApiPath = (path: string): boolean => path.startsWith(callsPath);
/** Paths below which nothing is indexed: screens of one visitor, and calls. */
export const unindexedPaths = [
  "/storefront/cart/",
  "/storefront/wishlist/",
  "/storefront/checkout/",
  "/storefront/dashboard/",
  "/storefront/orders/",
  callsPath,
  "/identity/",
] as const;
