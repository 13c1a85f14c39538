import { foldedText } from "./folded-text.ts";

/**
 * Matches the code points that `foldedLetters` skips: letters of scripts without case and accents,
 * and code points without a character. Most code points are of these kinds.
 */
const others =
  /[\p{Cn}\p{Co}\p{Cs}\p{Unified_Ideograph}\p{Script=Hangul}\p{Script=Yi}\p{Script=Tangut}\p{Script=Cuneiform}\p{Script=Egyptian_Hieroglyphs}]/u;
const firstBeyondAscii = 0x80;
const last = 0x1ffff;

type FoldedLetter = { letter: string; plain: string };
let letters: FoldedLetter[] | undefined;

/** Every character beyond ASCII that `foldedText` changes, with its folded form. */
export function foldedLetters(): readonly FoldedLetter[] {
  if (letters) return letters;
  letters = [];
  for (let code = firstBeyondAscii; code <= last; code += 1) {
    const letter = String.fromCodePoint(code);
    if (others.test(letter)) continue;
    const plain = foldedText(letter);
    if (plain !== letter) letters.push({ letter, plain });
  }
  return letters;
}
