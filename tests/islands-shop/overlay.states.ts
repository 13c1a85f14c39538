/** It shows while a call is under way. */
export const states = { hidden: {} };
