/** Characters; longer texts of a file are cut in messages. */
const longest = 80;

/** `most` characters, then `…`; a shorter text stays as it is. */
export const truncated = (text: string, most = longest): string => (text.length > most ? `${text.slice(0, most)}…` : text);
