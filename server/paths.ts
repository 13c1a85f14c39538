/** Addresses that every feature may link to. */
export const homePath = "/storefront/";
/** Returns the token that changes need. */
export const csrfPath = "/storefront/api/csrf";

/** Keeps a form for after the next sign-in. */
export const draftPath = "/storefront/api/draft";

/** Takes browsers' reports of a broken content security policy. */
export const cspReportPath = "/storefront/api/csp-reports";

/** What stands below it answers in JSON. */
const callsPath = "/storefront/api/";
/** Whether errors of this path are answered in JSON, whoever asks. */
export const isApiPath = (path: string): boolean => path.startsWith(callsPath);
/** Screens below these belong to one visitor, and calls are no pages: neither is indexed. */
export const unindexedPaths = [
  "/storefront/cart/",
  "/storefront/wishlist/",
  "/storefront/checkout/",
  "/storefront/dashboard/",
  "/storefront/orders/",
  callsPath,
  "/identity/",
] as const;
