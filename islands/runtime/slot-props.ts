/** More properties of a slot's place: React in development compares its content with the page's. */
export const slotProps: object = { suppressHydrationWarning: true };
