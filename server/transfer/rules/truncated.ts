/** The most characters of a file's text in messages. */
const longest = 80;

/** The first `most` characters, then `…`; a shorter text is unchanged. */
export const truncated = (text: string, most = longest): string => (text.length > most ? `${text.slice(0, most)}…` : text);
