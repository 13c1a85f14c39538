/** Only the shop's own pages have the bar that the footer hides. */
export const useFooterVisible = (): boolean => true;
