/** Does nothing: the address of such a page stays unchanged. */
export const keepVariant = (_id: string): void => {};
