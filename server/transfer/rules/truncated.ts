/** A file's longer texts are cut where its owner reads them. */
const longest = 80;

/** `most` characters, then `…`; a shorter text stays as it is. */
export const truncated = (text: string, most = longest): string => (text.length > most ? `${text.slice(0, most)}…` : text);
