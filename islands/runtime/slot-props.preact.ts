/** `slot-props.ts` on Preact, which compares no content and would write the property. */
export const slotProps: object = {};
