import { cookiePrefix } from "./embedded/cookie-prefix.ts";
import { isElsewhere } from "./shop.embedded.ts";

/**
 * The name of a cookie or a stored value. The values of a shop on another origin are in the page's
 * own storage, under the prefix `storefront:`.
 */
export const prefixed = (name: string): string => (isElsewhere() ? "storefront:" : (cookiePrefix() ?? "")) + name;
