/**
 * The name of a cookie or a stored value with the owner's prefix, since other programs on this
 * origin may use the same names.
 */
export const prefixed = (name: string): string => (document.documentElement.dataset.cookiePrefix ?? "") + name;
