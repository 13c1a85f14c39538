import { type Bits, hasBit, numbersIn } from "./bits.ts";

/** Negative if `a` comes before `b`; never 0 for two different numbers. */
export type Before = (a: number, b: number) => number;

export type Part = { backwards: boolean; limit: number; offset: number };

/**
 * Up to this many changes are made one by one, in place. More changes are merged in one pass over
 * all products.
 */
const few = 24;

/**
 * A small result is sorted by itself: at most `atMost` products, and at most one `oneOf`-th of all.
 * A larger result is found by a walk through the ranking, where a step costs far less.
 */
const rare = { atMost: 250, oneOf: 64 };

/** Numbers of products that stay sorted as they are added, changed and removed. */
export class Ranking {
  #sorted = new Uint32Array(1024);
  #length = 0;
  #before: Before;
  constructor(before: Before) {
    this.#before = before;
  }

  /** Removes the numbers `leaving` and inserts `coming`. A number in both has changed. */
  change(leaving: readonly number[], coming: readonly number[]): void {
    if (leaving.length + coming.length > few) this.#merge(leaving, coming);
    else {
      for (const n of leaving) this.#remove(n);
      for (const n of coming) this.#insert(n);
    }
  }

  /**
   * A page of the `total` products in `matching`, read from the front or backwards from the end.
   */
  page(matching: Bits, total: number, { backwards, limit, offset }: Part): number[] {
    if (total <= Math.min(rare.atMost, this.#length / rare.oneOf)) {
      const sorted = numbersIn(matching).sort(this.#before);
      return (backwards ? sorted.reverse() : sorted).slice(offset, offset + limit);
    }
    const page: number[] = [];
    const last = this.#length - 1;
    for (let at = 0, passed = 0; at <= last && page.length < limit; at += 1) {
      const n = this.#sorted[backwards ? last - at : at] as number;
      if (hasBit(matching, n) && ++passed > offset) page.push(n);
    }
    return page;
  }

  /**
   * The part of the ranking from the first number that is not `below` to the last number that is
   * `within`. Each condition must be true for a first part of the ranking and false for the rest.
   */
  between(below: (n: number) => boolean, within: (n: number) => boolean): Uint32Array {
    return this.#sorted.subarray(this.#firstNot(below), this.#firstNot(within));
  }

  #remove(n: number): void {
    const at = this.#sorted.subarray(0, this.#length).indexOf(n);
    this.#sorted.copyWithin(at, at + 1, this.#length);
    this.#length -= 1;
  }

  #insert(n: number): void {
    if (this.#length === this.#sorted.length) this.#grow(this.#length * 2 + few);
    const place = this.#placeOf(n, 0);
    this.#sorted.copyWithin(place + 1, place, this.#length);
    this.#sorted[place] = n;
    this.#length += 1;
  }

  #grow(room: number): void {
    const sorted = new Uint32Array(room);
    sorted.set(this.#sorted);
    this.#sorted = sorted;
  }

  /** The position where `n` belongs, searched from `from` on. */
  #placeOf(n: number, from: number): number {
    return this.#firstNot((other) => this.#before(other, n) < 0, from);
  }

  /** The first position from `from` on whose number is not `inFront`. */
  #firstNot(inFront: (n: number) => boolean, from = 0): number {
    let [low, high] = [from, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (inFront(this.#sorted[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #merge(leaving: readonly number[], coming: readonly number[]): void {
    const removed = new Set(leaving);
    this.#sorted = this.#sorted.subarray(0, this.#length).filter((n) => !removed.has(n));
    this.#length = this.#sorted.length;
    const merged = new Uint32Array(this.#length + coming.length);
    let [from, length] = [0, 0];
    for (const n of Uint32Array.from(coming).sort(this.#before)) {
      const place = this.#placeOf(n, from);
      merged.set(this.#sorted.subarray(from, place), length);
      length += place - from;
      merged[length++] = n;
      from = place;
    }
    merged.set(this.#sorted.subarray(from), length);
    this.#sorted = merged;
    this.#length = merged.length;
  }
}
