/**
 * The name of a cookie or a stored value with the owner's prefix: other programs on this origin may
 * also use the specified names.
 */
export const prefixed = (name: string): string => (document.documentElement.dataset.cookiePrefix ?? "") + name;
