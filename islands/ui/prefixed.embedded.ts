import { cookiePrefix } from "./embedded/cookie-prefix.ts";
import { isElsewhere } from "./shop.embedded.ts";

/** From another origin the stored values are in the page's own storage, under a name of the shop's. */
export const prefixed = (name: string): string => (isElsewhere() ? "storefront:" : (cookiePrefix() ?? "")) + name;
