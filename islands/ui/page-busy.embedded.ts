/**
 * Does nothing, since the shop does not own the main part of an embedding page. Stylesheets show
 * busy elements.
 */
export const markPageBusy = (_running: boolean): void => {};
