/** Always true, which hides the sticky bar: only the shop's own pages have this bar. */
export const useInView = (): boolean => true;
