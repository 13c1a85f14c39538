import { deflateRawSync } from "node:zlib";

/**
 * The bits of a text if each character were chosen at random, with the frequencies in this text.
 */
function bitsByCharacters(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / text.length), 0);
}

/**
 * The bits of a text after compression removes repetitions, at four bits for each remaining byte.
 */
const bitsWithoutRepetition = (text: string): number => deflateRawSync(text, { level: 9 }).length * 4;

/**
 * An upper bound of a text's bits: the smaller of the bits by characters and the bits without
 * repetitions. A text of words passes, since only clearly weak texts are found.
 */
export const estimateBits = (text: string): number => Math.min(bitsByCharacters(text), bitsWithoutRepetition(text));
