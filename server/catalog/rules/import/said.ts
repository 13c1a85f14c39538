/** Longer texts of a file are cut when they are told to its owner. */
const longest = 80;

export const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);
