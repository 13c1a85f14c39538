/** What a form's field holds; empty where it is absent, or not one text. */
export const typedText = (value: unknown): string => (typeof value === "string" ? value : "");
