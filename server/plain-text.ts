/**
 * Matches invisible characters: directions, joiners, variation selectors, fillers, the braille
 * blank. The first group keeps joiners between two letters of a script that needs them for
 * spelling, such as Persian or Hindi.
 */
const invisible =
  /((?<=[\p{L}\p{M}])(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200c\u200d](?=[\p{L}\p{M}]))|[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const dashes = /[\p{Dash_Punctuation}\u2212\u2043]/gu;

/** A typed text without invisible characters, trimmed, with single spaces. */
export const visibleText = (text: string): string => text.replace(invisible, "$1").replace(/\s+/g, " ").trim();

/** A text of several lines without invisible characters, with at most one empty line in a row. */
export const visibleLines = (text: string): string =>
  text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(visibleText)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/**
 * The plain form of a typed name, number, code or email address: full-width letters and digits
 * become ordinary ones, and every dash becomes a hyphen.
 */
export const plainText = (text: string): string => visibleText(text.normalize("NFKC").replace(dashes, "-"));
