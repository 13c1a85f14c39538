/** Longer texts of a file are cut when they are told to its owner. */
const longest = 80;

export const truncated = (text: string, most = longest): string => (text.length > most ? `${text.slice(0, most)}…` : text);
