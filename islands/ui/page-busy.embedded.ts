/**
 * Does nothing, since the shop does not own the main part of an embedding page. Stylesheets draw
 * busy elements.
 */
export const markPageBusy = (_running: boolean): void => {};
