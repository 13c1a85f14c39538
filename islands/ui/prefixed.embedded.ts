import { cookiePrefix } from "./embedded/cookie-prefix.ts";
import { isElsewhere } from "./shop.embedded.ts";

/**
 * The name of a cookie or a stored value. If the shop is another origin, its values are in the
 * page's own storage, under a name of the shop's.
 */
export const prefixed = (name: string): string => (isElsewhere() ? "storefront:" : (cookiePrefix() ?? "")) + name;
