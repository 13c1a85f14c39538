/** Addresses to which every feature may link. */
export const homePath = "/storefront/";
/** The path that returns the token for changes. */
export const csrfPath = "/storefront/api/csrf";

/** The path that returns the OpenAPI description of all calls. */
export const openapiPath = "/storefront/api/openapi.json";

/** The path that stores a form until the next sign-in. */
export const draftPath = "/storefront/api/draft";

/** The path that accepts browsers' reports of a broken content security policy. */
export const cspReportPath = "/storefront/api/csp-reports";

/** The beginning of the paths that answer in JSON. */
const callsPath = "/storefront/api/";
/** Whether errors of this path are answered in JSON for every caller. */
export const isApiPath = (path: string): boolean => path.startsWith(callsPath);
/** Paths that search engines must not index: visitors' own screens, and calls. */
export const unindexedPaths = [
  "/storefront/cart/",
  "/storefront/wishlist/",
  "/storefront/checkout/",
  "/storefront/dashboard/",
  "/storefront/orders/",
  callsPath,
  "/identity/",
] as const;
