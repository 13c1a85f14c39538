/** The main part of such a page is not ours: style sheets draw busy elements. */
export const markPageBusy = (_running: boolean): void => {};
