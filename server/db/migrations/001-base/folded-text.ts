/** Latin letters that Unicode does not decompose into a letter and an accent, and the sigma that ends a word. */
const plain: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ς: "σ" };

/** A text as slugs and searches compare it: `Cœur`, `ＣＯＥＵＲ` and `coeur` are the same. */
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
