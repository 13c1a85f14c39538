/** The cart button in the header. */
export const states = { empty: {} };
