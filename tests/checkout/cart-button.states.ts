/** The header's button of the cart. */
export const states = { empty: {} };
