/**
 * The prefix of classes, ids, custom properties and animations; documented in docs/embedding.md.
 */
export const prefix = "storefront-";

/**
 * Marks an element as the shop's: the stylesheet affects only marked elements
 * (islands/runtime/build/scope-styles.ts).
 */
const marker = `${prefix}el`;

/** Classes such as `button button--wide` with the prefix and the marker. */
export const embeddedClasses = (classes = ""): string => `${marker} ${classes.replace(/\S+/g, `${prefix}$&`)}`.trim();

/** One id, or several with spaces, with the prefix. */
export const embeddedIds = (ids: string): string => ids.replace(/\S+/g, `${prefix}$&`);
