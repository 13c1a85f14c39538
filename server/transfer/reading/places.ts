import type { Place } from "./records.ts";

/** Consecutive rows of one product. */
export type ByteRange = Place & { product: number };

const none = -1;

/**
 * The positions of each product's rows in the file. Keeps only numbers, for files of a hundred
 * thousand rows and more.
 */
export class Places {
  readonly #numbers = new Map<string, number>();
  readonly #rows: number[] = [];
  readonly #first: number[] = [];
  readonly #latest: number[] = [];
  /** ranges of rows, one array per field; `next` is the next range of the same product */
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #line: number[] = [];
  readonly #next: number[] = [];
  #merged = false;

  /** Adds one row of a product, and returns the product's number. */
  add(key: string, { line, start, end }: Place): number {
    const product = this.#numbers.get(key) ?? this.#open(key);
    this.#rows[product] = this.rows(product) + 1;
    const latest = this.#latest[product] ?? none;
    if (this.#end[latest] === start) this.#end[latest] = end;
    else this.#append(product, this.#start.push(start) - 1, end, line);
    return product;
  }

  number(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  rows(product: number): number {
    return this.#rows[product] ?? 0;
  }

  /** Products by key, in the order of their first rows. */
  all(): Iterable<[string, number]> {
    if (!this.#merged) return this.#numbers;
    const begun = [...this.#numbers].map((entry) => ({ entry, start: this.stretches(entry[1])[0]?.start ?? 0 }));
    return begun.sort((a, b) => a.start - b.start).map(({ entry }) => entry);
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** Moves the rows of one key to another. */
  merge(alias: string, key: string): void {
    const from = this.#numbers.get(alias);
    if (from === undefined || alias === key) return;
    this.#merged = true;
    this.#numbers.delete(alias);
    const into = this.#numbers.get(key);
    if (into === undefined) {
      this.#numbers.set(key, from);
      return;
    }
    for (const { start, end, line } of this.stretches(from)) this.#append(into, this.#start.push(start) - 1, end, line);
    this.#rows[into] = this.rows(into) + this.rows(from);
  }

  /** A product's ranges in the file's order. */
  stretches(product: number): ByteRange[] {
    const ranges: ByteRange[] = [];
    for (let at = this.#first[product] ?? none; at !== none; at = this.#next[at] ?? none)
      ranges.push({ product, start: this.#start[at] ?? 0, end: this.#end[at] ?? 0, line: this.#line[at] ?? 0 });
    return ranges.sort((a, b) => a.start - b.start);
  }

  #open(key: string): number {
    const product = this.#rows.push(0) - 1;
    this.#numbers.set(key, product);
    this.#first.push(none);
    this.#latest.push(none);
    return product;
  }

  #append(product: number, stretch: number, end: number, line: number): void {
    this.#end.push(end);
    this.#line.push(line);
    this.#next.push(none);
    const latest = this.#latest[product] ?? none;
    if (latest === none) this.#first[product] = stretch;
    else this.#next[latest] = stretch;
    this.#latest[product] = stretch;
  }
}
