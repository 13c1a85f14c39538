import { deflateRawSync } from "node:zlib";

/** The bits of a text as if its characters were drawn by chance, as often as they occur in it. */
function bitsByCharacters(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / text.length), 0);
}

/** The bits of a text without its repetitions, four for each byte that is left. */
const bitsWithoutRepetition = (text: string): number => deflateRawSync(text, { level: 9 }).length * 4;

/**
 * An upper bound of a text's bits: by its characters, and by its length without repetitions. Words
 * pass: only plainly weak texts are found.
 */
export const estimateBits = (text: string): number => Math.min(bitsByCharacters(text), bitsWithoutRepetition(text));
