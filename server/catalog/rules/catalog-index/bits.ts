/**
 * A set of whole numbers from 0, with one bit for each: 12 kB for a hundred thousand products. Sets
 * that are combined must have equal lengths.
 */
export type Bits = Uint32Array<ArrayBuffer>;

/** An empty set. Its number of words is even, since `countBoth` reads words in pairs. */
export const emptyBits = (room: number): Bits => new Uint32Array(2 * Math.ceil(room / 64));

/** Whether the set has `n`; false beyond its size. */
export const hasBit = (bits: Bits, n: number): boolean => (((bits[n >>> 5] ?? 0) >>> (n & 31)) & 1) === 1;

/** Adds `n` to `bits`. Ignores a number beyond the set's size; `grown` enlarges a set. */
export function addBit(bits: Bits, n: number): void {
  bits[n >>> 5] = (bits[n >>> 5] ?? 0) | (1 << (n & 31));
}

/** Removes `n` from `bits`, if it is in the set. */
export function deleteBit(bits: Bits, n: number): void {
  bits[n >>> 5] = (bits[n >>> 5] ?? 0) & ~(1 << (n & 31));
}

/** A copy of the set with a larger size. */
export function grown(bits: Bits, room: number): Bits {
  const larger = emptyBits(room);
  larger.set(bits);
  return larger;
}

/** Stores the intersection of `a` and `b` in `into`, which may be `a` or `b`. */
export function intersectInto(a: Bits, b: Bits, into: Bits): Bits {
  for (let at = 0; at < into.length; at += 1) into[at] = (a[at] as number) & (b[at] as number);
  return into;
}

/** Adds the numbers in `b` to `into`. */
export function unionInto(b: Bits, into: Bits): Bits {
  for (let at = 0; at < into.length; at += 1) into[at] = (into[at] as number) | (b[at] as number);
  return into;
}

/** Counts the set bits in each group of four bits. Each count replaces its group. */
function onesByFour(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x5555_5555)) | 0;
  return (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
}

/**
 * The size of the intersection. Counts two words at a time, since a listing spends most of its time
 * here.
 */
export function countBoth(a: Bits, b: Bits): number {
  let count = 0;
  for (let at = 0; at < a.length; at += 2) {
    const fours = onesByFour((a[at] as number) & (b[at] as number)) + onesByFour((a[at + 1] as number) & (b[at + 1] as number));
    count += Math.imul((fours & 0x0f0f_0f0f) + ((fours >>> 4) & 0x0f0f_0f0f), 0x0101_0101) >>> 24;
  }
  return count;
}

/** The numbers in the set, in ascending order. */
export function numbersIn(bits: Bits): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bits.length; at += 1)
    for (let word = bits[at] as number; word !== 0; word &= word - 1) numbers.push(at * 32 + 31 - Math.clz32(word & -word));
  return numbers;
}
