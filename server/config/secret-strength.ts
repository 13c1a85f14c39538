import { deflateRawSync } from "node:zlib";

/**
 * The entropy of a text in bits, as if each character were chosen at random with the frequencies of
 * this text.
 */
function bitsByCharacters(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / text.length), 0);
}

/**
 * The entropy of a text in bits after compression has removed repetitions. Each byte of the
 * compressed text counts as four bits.
 */
const bitsWithoutRepetition = (text: string): number => deflateRawSync(text, { level: 9 }).length * 4;

/**
 * An upper bound of a text's entropy in bits: the smaller of the two estimates above. Only clearly
 * weak texts get a low value. A text of different words gets a high value.
 */
export const estimateBits = (text: string): number => Math.min(bitsByCharacters(text), bitsWithoutRepetition(text));
