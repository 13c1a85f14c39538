/** Toasts come when something happens. */
export const states = { empty: {} };
