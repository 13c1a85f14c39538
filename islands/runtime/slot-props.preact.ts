/** Preact needs no such property, and would write it into the page. */
export const slotProps: object = {};
