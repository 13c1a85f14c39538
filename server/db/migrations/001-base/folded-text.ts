/**
 * Latin letters that Unicode does not split into a letter and an accent, and the Greek final sigma.
 */
const plain: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ς: "σ" };

/**
 * The form of a text that slugs and searches compare: `Cœur`, `ＣＯＥＵＲ` and `coeur` have the same.
 */
export function foldedText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþıς]/g, (letter) => plain[letter] ?? letter)
    .normalize("NFC");
}
