/** Does nothing: the main part of such a page is not the shop's. Stylesheets draw busy elements. */
export const markPageBusy = (_running: boolean): void => {};
