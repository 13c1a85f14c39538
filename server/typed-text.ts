/** The text of a form's field; empty if it is absent, or not a single text. */
export const typedText = (value: unknown): string => (typeof value === "string" ? value : "");
