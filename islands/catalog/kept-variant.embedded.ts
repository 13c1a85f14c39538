/** The address of such a page stays as it is. */
export const keepVariant = (_id: string): void => {};
