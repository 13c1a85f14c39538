/** It opens when the cart's button is pressed. */
export const states = { closed: {} };
