/** Numbers that follow from a seed, so that a failed run can be repeated (`PROVE_SEED`). */
export type Draws = {
  seed: number;
  /** a whole number from 0 to `below` - 1 */
  below: (below: number) => number;
  one: <Item>(items: readonly Item[]) => Item;
};

/** `PROVE_SEED` or, without it, a random seed. */
export const seedOfRun = (): number => Number(process.env.PROVE_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Mulberry32, a generator of 32 bits. */
export function drawsOf(seed: number): Draws {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("nothing to draw from");
    return item;
  };
  return { seed, below, one };
}
