/** Before the names of classes, ids, custom properties and animations; docs/embedding.md has it. */
export const prefix = "storefront-";

/** Marks an element as ours: the stylesheet has effect on no other (islands/runtime/build/scope-styles.ts). */
const marker = `${prefix}el`;

/** `button button--wide` in the names of pages that others render. */
export const embeddedClasses = (classes = ""): string => `${marker} ${classes.replace(/\S+/g, `${prefix}$&`)}`.trim();

/** One id, or several with spaces. */
export const embeddedIds = (ids: string): string => ids.replace(/\S+/g, `${prefix}$&`);
