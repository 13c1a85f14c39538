/**
 * The name of a cookie or a stored value behind the owner's prefix: other programs on this origin
 * may use the specified names, too.
 */
export const prefixed = (name: string): string => (document.documentElement.dataset.cookiePrefix ?? "") + name;
