/** The bar that it hides is on the shop's own pages alone. */
export const useFooterVisible = (): boolean => true;
