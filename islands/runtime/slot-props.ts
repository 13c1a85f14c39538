/** Keeps React in development from reporting a slot's content as a mismatch. */
export const slotProps: object = { suppressHydrationWarning: true };
