import { deflateRawSync } from "node:zlib";

/** Bits of a text whose characters were drawn by chance, as often as they occur in it. */
function bitsByCharacters(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / text.length), 0);
}

/** Bits of a text without its repetitions, four for each letter that is left: a hex digit's. */
const bitsWithoutRepetition = (text: string): number => deflateRawSync(text, { level: 9 }).length * 4;

/**
 * At most so many bits a text holds: by its characters, and by what is left of it without
 * repetitions. Words pass: it finds only what is plainly weak.
 */
export const estimateBits = (text: string): number => Math.min(bitsByCharacters(text), bitsWithoutRepetition(text));
